import { expect, it } from "vitest";
import { CURRENCIES, parseCurrency } from "~/domain/market/currency";

it("currencies are offered in this order", () => expect(CURRENCIES).toEqual(["inr", "eur", "usd"]));

it.each(CURRENCIES)("%s is read from an address, whatever its case and the space around it", (currency) => {
  for (const text of [currency, `\t${currency.toUpperCase()} \n`]) expect(parseCurrency(text)).toBe(currency);
});

it.each([
  null,
  "",
  " ",
  "gbp",
  "$",
  "0",
  "null",
  "usd,eur",
  "us d",
  "ＵＳＤ",
  "\0usd",
  "constructor",
  "__proto__",
])("the currency of an address is the rupee for %j, which is not supported", (value) =>
  expect(parseCurrency(value)).toBe("inr"),
);
