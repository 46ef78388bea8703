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
  [
    "rank and score first, then volume, country and year",
    GATE,
    60_000,
    "$2.81B 46,916 BTC Hong Kong · since 2013",
  ],
  [
    "a small volume without decimals, like the table",
    { ...GATE, volumeBtc: 5.015 },
    60_123,
    "$301,517 5.02 BTC Hong Kong · since 2013",
  ],
  [
    "its volume in BTC alone while no price of Bitcoin is known",
    GATE,
    null,
    "46,916 BTC Hong Kong · since 2013",
  ],
])("an exchange's card has %s", (_, exchange, bitcoinPrice, text) => {
  const html = render(<ExchangeCards exchanges={[exchange]} bitcoinPrice={bitcoinPrice} currency="usd" />);
  expect(textOf(html)).toBe(
    `GATE Gate.io Trust rank 4, score 10/10 24h volume ${text} Gate.io’s own site (opens in a new tab)`,
  );
});

const UNRATED = { ...GATE, trustScoreRank: null, trustScore: null };

it.each([
  [
    "none of either",
    [UNRATED, { ...UNRATED, id: "b" }],
    [null, null],
    "# | Exchange | Volume (24h) | Country | Since",
    "1 2",
  ],
  [
    "scores alone",
    [UNRATED, { ...UNRATED, id: "b", trustScore: 7 }],
    ["Trust rank NA", "Trust score 7/10"],
    "# | Exchange | Volume (24h) | Trust score | Country | Since",
    "1 2",
  ],
  [
    "a rank",
    [UNRATED, { ...UNRATED, id: "b", trustScoreRank: 3 }],
    ["Trust rank NA", "Trust rank 3"],
    "# | Exchange | Volume (24h) | Country | Since",
    "NA 3",
  ],
] as const)(
  "where exchanges have %s, cards and columns say of trust only what is known",
  (_, exchanges, words, titles, places) => {
    const props = { exchanges, currency: "usd", bitcoinPrice: null } as const;
    const cards = textsOf(render(<ExchangeCards {...props} />), "li");
    expect(cards.map((text) => /Trust.*?(?= 24h)/.exec(text)?.[0] ?? null)).toEqual(words);
    const view = { ...DEFAULT_EXCHANGE_VIEW, order: "volume_desc", isTable: true } as const;
    const table = render(<ExchangeTable {...props} view={view} caption="Exchanges" />);
    const headers = tags(table, "th").filter(({ scope }) => scope === "col");
    expect(headers.map(({ text }) => text).join(" | ")).toBe(titles);
    expect(
      tags(table, "tr")
        .slice(1)
        .map(({ text }) => /^(?:NA|\d+)/.exec(text)?.[0])
        .join(" "),
    ).toBe(places);
    const isSortable = tags(table, "a").some(({ text }) => text === "#");
    expect(isSortable).toBe(exchanges.some(({ trustScoreRank }) => trustScoreRank !== null));
  },
);

it("the table of exchanges has one column of volumes, in BTC, while no price of Bitcoin is known", () => {
  const view = { ...DEFAULT_EXCHANGE_VIEW, isTable: true };
  const html = render(
    <ExchangeTable exchanges={[GATE]} view={view} caption="Exchanges" currency="usd" bitcoinPrice={null} />,
  );
  const headers = tags(html, "th").filter(({ scope }) => scope === "col");
  const names = headers.map(({ text }) => text);
  expect(names.join(" | ")).toBe("# | Exchange | Volume (24h) | Trust score | Country | Since");
  expect(textOf(html)).toContain(
    "Volume (24h)Trust scoreCountrySince4GATE Gate.io Gate.io’s own site (opens in a new tab)46,916",
  );
});
