import { describe, expect, it } from "vitest";
import { CURRENCIES, DEFAULT_CURRENCY, parseCurrency } from "~/domain/market/currency";

describe("the currency of an address", () => {
  it("is one of rupee, euro and dollar, in this order, with the rupee as the default", () => {
    expect(CURRENCIES).toEqual(["inr", "eur", "usd"]);
    expect(DEFAULT_CURRENCY).toBe("inr");
  });

  it.each([
    ["inr", "inr"],
    ["eur", "eur"],
    ["usd", "usd"],
    ["USD", "usd"],
    ["Eur", "eur"],
    ["  usd ", "usd"],
    ["\tEUR\n", "eur"],
  ])("is read from %j as %s, whatever its case and the space around it", (value, expected) => {
    expect(parseCurrency(value)).toBe(expected);
  });

  const OTHERS = ["gbp", "$", "0", "null", "constructor", "__proto__"];
  const MISSPELT = ["", " ", "usd,eur", "us d", "ＵＳＤ", "\0usd"];

  it.each([null, ...OTHERS, ...MISSPELT])("is the rupee for %j, which is not supported", (value) => {
    expect(parseCurrency(value)).toBe("inr");
  });
});
