import { expect, it } from "vitest";
import {
  arrangeExchanges,
  DEFAULT_EXCHANGE_VIEW,
  type ExchangeOrder,
  isRanked,
  possibleView,
} from "~/domain/market/exchange";
import { EXCHANGES_ENDPOINT } from "~/services/market-data/source/market.server";

const row = (id: string, name: string, rank?: number, btc?: number, country?: string, year?: number) => ({
  ...{ id, name, trust_score_rank: rank, trade_volume_24h_btc: btc, country, year_established: year },
});

const EXCHANGES = EXCHANGES_ENDPOINT.read(
  [
    row("kraken", "Kraken", 1, 900, "United States", 2011),
    row("gate", "Gate.io", 2, 10_000, "Hong Kong"),
    row("new", "a new one"),
    row("zaif", "Zaif", 3, 5, "Japan", 2014),
  ],
  "/exchanges",
);

const namesFor = (query: string, order: ExchangeOrder = "rank_asc") =>
  arrangeExchanges(EXCHANGES, { query, order }).map(({ id }) => id);

it.each([
  ["rank_asc", "kraken gate zaif new"],
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
  ["rank_asc", "volume_desc"],
  ["rank_desc", "volume_desc"],
  ["year_asc", "year_asc"],
] as const)("where no exchange is ranked, %s means %s", (order, shown) => {
  const view = { ...DEFAULT_EXCHANGE_VIEW, order };
  expect(possibleView(view, isRanked(EXCHANGES.slice(3)))).toBe(view);
  expect(possibleView(view, isRanked(EXCHANGES.slice(2, 3)))).toEqual({ ...view, order: shown });
});

it.each([
  ["gateio", "gate"],
  ["hong kong", "gate"],
  ["ra", "kraken"],
  ["nothing of the kind", ""],
])("exchanges are found by “%s” in name or country, whatever the punctuation", (query, expected) => {
  expect(namesFor(query).join(" ")).toBe(expected);
});
