import { expect, it } from "vitest";
import { ExchangeCards, ExchangeTable } from "~/components/exchanges/exchange-list";
import { DEFAULT_EXCHANGE_VIEW, type Exchange } from "~/domain/market/exchange";
import { render, tags, textOf, textsOf } from "./render";

const GATE: Exchange = {
  id: "gate",
  name: "Gate.io",
  image: null,
  trustScoreRank: 4,
  trustScore: 10,
  volumeBtc: 46_915.6,
  country: "Hong Kong",
  year: 2013,
  url: "https://gate.io/",
};

it.each([
  ["a small volume without decimals, like the table", 5.015, 60_123, "$301,517 5.02 BTC"],
  ["its volume in BTC alone while no price of Bitcoin is known", 46_915.6, null, "46,916 BTC"],
])("an exchange's card has rank and score first, then %s", (_, volumeBtc, bitcoinPrice, volume) => {
  const exchange = { ...GATE, volumeBtc };
  const html = render(<ExchangeCards exchanges={[exchange]} bitcoinPrice={bitcoinPrice} currency="usd" />);
  const rest = "Hong Kong · since 2013 Gate.io’s own site (opens in a new tab)";
  expect(textOf(html)).toBe(`GATE Gate.io Trust rank 4, score 10/10 24h volume ${volume} ${rest}`);
});

const UNRATED = { ...GATE, trustScoreRank: null, trustScore: null };
const PLAIN = "# | Exchange | Volume (24h) | Country | Since";
const SCORED = "# | Exchange | Volume (24h) | Trust score | Country | Since";

it.each([
  ["none of either", {}, [null, null], PLAIN, "1 2"],
  ["scores alone", { trustScore: 7 }, ["Trust rank NA", "Trust score 7/10"], SCORED, "1 2"],
  ["a rank", { trustScoreRank: 3 }, ["Trust rank NA", "Trust rank 3"], PLAIN, "NA 3"],
])(
  "of exchanges with %s, cards and columns say what is known of trust",
  (_, known, words, titles, places) => {
    const exchanges = [UNRATED, { ...UNRATED, id: "b", ...known }];
    const props = { exchanges, currency: "usd", bitcoinPrice: null } as const;
    const cards = textsOf(render(<ExchangeCards {...props} />), "li");
    expect(cards.map((text) => /Trust.*?(?= 24h)/.exec(text)?.[0] ?? null)).toEqual(words);
    const view = { ...DEFAULT_EXCHANGE_VIEW, order: "volume_desc", isTable: true } as const;
    const table = render(<ExchangeTable {...props} view={view} caption="Exchanges" />);
    const headers = tags(table, "th").filter(({ scope }) => scope === "col");
    expect(headers.map(({ text }) => text).join(" | ")).toBe(titles);
    const rows = textsOf(table, "tr").slice(1);
    expect(rows.map((text) => /^(?:NA|\d+)/.exec(text)?.[0]).join(" ")).toBe(places);
    const isSortable = tags(table, "a").some(({ text }) => text === "#");
    expect(isSortable).toBe(exchanges.some(({ trustScoreRank }) => trustScoreRank !== null));
  },
);

it("the table of exchanges has one column of volumes, in BTC, while no price of Bitcoin is known", () => {
  const view = { ...DEFAULT_EXCHANGE_VIEW, isTable: true };
  const props = { exchanges: [GATE], view, caption: "Exchanges", bitcoinPrice: null };
  const html = render(<ExchangeTable {...props} currency="usd" />);
  expect(textOf(html)).toContain(
    "Volume (24h)Trust scoreCountrySince4GATE Gate.io Gate.io’s own site (opens in a new tab)46,916",
  );
});
