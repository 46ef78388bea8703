import { expect, it } from "vitest";
import { checkProductionConfiguration } from "./nginx.mjs";

it("nginx accepts the production configuration", () => {
  const { isValid, text } = checkProductionConfiguration();
  expect(isValid, text).toBe(true);
  expect(text).not.toContain("[warn]");
});
