import { expect, it } from "vitest";
import { pageTitle, SITE_NAME } from "~/domain/page-meta";

it("a document's title names the page before the site", () => {
  expect(pageTitle("Coins")).toBe("Coins – Cypto-On-The-GO");
  expect(SITE_NAME).toBe("Cypto-On-The-GO");
});
