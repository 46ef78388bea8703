import { describe, expect, it } from "vitest";
import { parseColourMode } from "~/domain/colour-mode";

describe("the colour mode", () => {
  it.each(["light", "dark"])("is %s when that was chosen", (mode) => {
    expect(parseColourMode(mode)).toBe(mode);
  });

  it.each([null, undefined, "", "Dark", " dark", "system", 0, true, {}, ["dark"]])(
    "is left to the system for %j",
    (value) => {
      expect(parseColourMode(value)).toBeNull();
    },
  );
});
