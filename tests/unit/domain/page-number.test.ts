import { describe, expect, it } from "vitest";
import { DEFAULT_PAGE_NUMBER, PAGE_COUNT, parsePageNumber } from "~/domain/market/table-view";

describe("the page number of an address", () => {
  it("runs from 1, the default, to 132", () => {
    expect(DEFAULT_PAGE_NUMBER).toBe(1);
    expect(PAGE_COUNT).toBe(132);
  });

  it.each([
    ["1", 1],
    ["2", 2],
    [" 3 ", 3],
    ["03", 3],
    ["131", 131],
    ["132", 132],
  ])("is read from %j as %d", (value, expected) => {
    expect(parsePageNumber(value)).toBe(expected);
  });

  it.each([
    null,
    "",
    " ",
    "0",
    "-1",
    "+2",
    "133",
    "1000",
    "99999999999999999999",
    "2.0",
    "2.5",
    "1e2",
    "0x10",
    "2abc",
    "two",
    "1 2",
    "٣",
    "３",
    "NaN",
    "Infinity",
    "2\u0000",
  ])("is 1 for %j, which is not a page", (value) => {
    expect(parsePageNumber(value)).toBe(1);
  });
});
