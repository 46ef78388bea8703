import { expect, it } from "vitest";
import { csvText } from "~/services/exports/history-csv.server";

it.each([
  ["Bitcoin", "Bitcoin"],
  ["a, b", '"a, b"'],
  ['say "x"', '"say ""x"""'],
  ["two\r\nlines", '"two\r\nlines"'],
  ["=1+1", "'=1+1"],
  ["+1", "'+1"],
  ["-1", "'-1"],
  ["@SUM(A1)", "'@SUM(A1)"],
  ["\t=1", "'\t=1"],
  ['=HYPERLINK("http://x.test","y")', `"'=HYPERLINK(""http://x.test"",""y"")"`],
])("the text %j is the field %j, which no spreadsheet computes", (text, field) => {
  expect(csvText(text)).toBe(field);
});
