import { expect, it } from "vitest";
import { arrangeExchanges, type Exchange, type ExchangeOrder } from "~/domain/market/exchange";

const exchange = (id: string, rest: Partial<Exchange>): Exchange => ({
  id,
  name: id,
  image: null,
  trustScoreRank: null,
  trustScore: null,
  volumeBtc: null,
  country: null,
  year: null,
  url: null,
  ...rest,
});

const EXCHANGES = [
  exchange("kraken", {
    name: "Kraken",
    trustScoreRank: 1,
    volumeBtc: 900,
    country: "United States",
    year: 2011,
  }),
  exchange("gate", { name: "Gate.io", trustScoreRank: 2, volumeBtc: 10_000, country: "Hong Kong" }),
  exchange("new", { name: "a new one" }),
  exchange("zaif", { name: "Zaif", trustScoreRank: 3, volumeBtc: 0, country: "Japan", year: 2014 }),
];

const namesFor = (query: string, order: ExchangeOrder = "rank_asc") =>
  arrangeExchanges(EXCHANGES, { query, order }).map(({ id }) => id);

it.each([
  ["rank_asc", "kraken gate new zaif"],
  ["rank_desc", "zaif gate kraken new"],
  ["volume_desc", "gate kraken zaif new"],
  ["volume_asc", "zaif kraken gate new"],
  ["name_asc", "new gate kraken zaif"],
  ["name_desc", "zaif kraken gate new"],
  ["country_asc", "gate zaif kraken new"],
  ["country_desc", "kraken zaif gate new"],
  ["year_asc", "kraken zaif gate new"],
  ["year_desc", "zaif kraken gate new"],
] as const)("exchanges are ordered by %s, those without the figure last", (order, expected) => {
  expect(namesFor("", order).join(" ")).toBe(expected);
});

it.each([
  ["gateio", "gate"],
  ["hong kong", "gate"],
  ["ra", "kraken"],
  ["nothing of the kind", ""],
])("exchanges are found by “%s” in name or country, whatever the punctuation", (query, expected) => {
  expect(namesFor(query).join(" ")).toBe(expected);
});
