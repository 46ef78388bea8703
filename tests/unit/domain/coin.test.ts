import { describe, expect, it } from "vitest";
import { isCoinId } from "~/domain/market/coin";
import { coinPath } from "~/domain/pages";

describe("the id of a coin", () => {
  it.each([
    "bitcoin",
    "1move token",
    " ",
    "under_score",
    "0-5x-long",
    "比特币",
    "ñandú",
    "🚀-moon",
    "...",
    ".well-known",
    "a..b",
    "100%",
    "%2f",
    "a?b#c&d",
    "a".repeat(128),
  ])("may be %j, and then has an address", (id) => {
    expect(isCoinId(id)).toBe(true);
    expect(coinPath(id)).toMatch(/^\/coin\/[^/?#]+$/);
  });

  it.each([
    "",
    ".",
    "..",
    "/",
    "a/b",
    "../secret",
    "a\\b",
    "\\",
    "\u0000",
    "a\nb",
    "a\tb",
    "a\rb",
    "a\u001fb",
    "a\u007fb",
    "a\u0085b",
    "\ud83d",
    "a\ude80b",
    "\ude80\ud83d",
    "a".repeat(129),
  ])("is never %j", (id) => {
    expect(isCoinId(id)).toBe(false);
  });
});
