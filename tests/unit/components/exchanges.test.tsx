import { describe, expect, it } from "vitest";
import { ExchangeFilter } from "~/components/exchanges/exchange-filter";
import { ExchangeCards, ExchangeTable } from "~/components/exchanges/exchange-list";
import { DEFAULT_EXCHANGE_VIEW, type Exchange, type ExchangeView } from "~/domain/market/exchange";
import { readExchanges } from "~/services/market-data/provider/market.server";
import { hiddenInputs, linksOf, render, tags, textOf, textsOf } from "./render";

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
const [BARE = GATE] = readExchanges([{ id: "bare", name: "Bare" }], "/exchanges");

describe("an exchange's card", () => {
  const card = (exchange: Exchange, bitcoinPrice: number | null) =>
    render(<ExchangeCards exchanges={[exchange]} bitcoinPrice={bitcoinPrice} currency="usd" />);

  it("links to its page, and to its own site in a new tab, if it has one", () => {
    expect(tags(card(GATE, null), "a")).toMatchObject([
      { href: "/exchange/gate?currency=usd" },
      { href: "https://gate.io/", target: "_blank", rel: "noopener noreferrer" },
    ]);
    expect(tags(card(BARE, null), "a")).toMatchObject([{ href: "/exchange/bare?currency=usd" }]);
  });

  it("has its rank and score first, then volume, country and year", () => {
    expect(textOf(card(GATE, 60_000))).toBe(
      "GATE Gate.io Trust rank 4, score 10/10 24h volume $2.81B 46,916 BTC Hong Kong · since 2013 Gate.io’s own site (opens in a new tab)",
    );
  });

  it("has a small volume without decimals, like the table", () => {
    expect(textOf(card({ ...GATE, volumeBtc: 5.015 }, 60_123))).toContain("$301,517 5.02 BTC");
  });

  it("has its volume in BTC alone while no price of Bitcoin is known", () => {
    expect(textOf(card(GATE, null))).toContain("24h volume 46,916 BTC Hong Kong");
  });

  it("shows NA for an unknown rank or volume, and leaves out other unknown facts", () => {
    expect(textOf(card(BARE, 60_000))).toBe("BARE Bare Trust rank NA 24h volume NA");
  });
});

describe("the table of exchanges", () => {
  const table = (view: Partial<ExchangeView> = {}, bitcoinPrice: number | null = 60_000) =>
    render(
      <ExchangeTable
        exchanges={[GATE, BARE]}
        view={{ ...DEFAULT_EXCHANGE_VIEW, isTable: true, ...view }}
        caption="Exchanges"
        currency="usd"
        bitcoinPrice={bitcoinPrice}
      />,
    );
  const headers = (html: string) => tags(html, "th").filter(({ scope }) => scope === "col");

  it("shows the figures, and NA for what is unknown", () => {
    const [gate = "", bare = ""] = table().split("<tr>").slice(2);
    expect(textsOf(gate, "td").join(" | ")).toBe(
      "4 | $2.81B ($2,814,936,000) | 46,916 BTC | 10/10 | Hong Kong | 2013",
    );
    expect(textsOf(bare, "td")).toEqual(Array(6).fill("NA"));
    expect(tags(table(), "a").filter(({ target }) => target)).toHaveLength(1);
  });

  it("has one column of volumes, in BTC, while no price of Bitcoin is known", () => {
    const html = table({}, null);
    const names = headers(html).map(({ text }) => text);
    expect(names.join(" | ")).toBe("# | Exchange | Volume (24h) | Trust score | Country | Since");
    expect(textOf(html)).toContain(
      "Volume (24h)Trust scoreCountrySince4GATE Gate.io Gate.io’s own site (opens in a new tab)46,916",
    );
  });

  it("marks the column that it is ordered by, and its headers order it in both directions", () => {
    const html = table({ order: "volume_desc", query: "gate" });
    const sorted = headers(html).filter((header) => "aria-sort" in header);
    expect(sorted).toMatchObject([{ text: "Volume (24h)", "aria-sort": "descending" }]);
    const hrefs = Object.fromEntries(linksOf(html));
    const address = "/exchanges?currency=usd&q=gate&view=table";
    expect(hrefs).toMatchObject({
      "#": address,
      Exchange: `${address}&order=name_asc`,
      "Volume (24h)": `${address}&order=volume_asc`,
      Since: `${address}&order=year_asc`,
    });
  });
});

it("the filter of exchanges keeps currency and view, and shows what is chosen", () => {
  const html = render(
    <ExchangeFilter view={{ query: "hong kong", order: "year_desc", isTable: true }} currency="eur" />,
  );
  expect(tags(html, "form")[0]).toMatchObject({ action: "/exchanges", method: "get" });
  expect(hiddenInputs(html)).toEqual({ currency: "eur", view: "table" });
  expect(tags(html, "input").find(({ name }) => name === "q")).toMatchObject({ value: "hong kong" });
  const chosen = tags(html, "option").filter((option) => "selected" in option);
  expect(chosen).toMatchObject([{ value: "year_desc" }]);
});
