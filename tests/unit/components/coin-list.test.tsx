import { describe, expect, it } from "vitest";
import { CoinCards } from "~/components/coins/coin-cards";
import { CoinTable } from "~/components/coins/coin-table";
import { MoverList } from "~/components/coins/mover-list";
import { CategorySteps } from "~/components/coins/page-buttons";
import { Glance } from "~/components/market/glance";
import { coinOfAnswer, type KnownCoin, listedCoin, listedRow } from "~/domain/market/coin";
import type { Currency } from "~/domain/market/currency";
import type { TableView } from "~/domain/market/table-view";
import { readMarketCoin } from "~/services/market-data/source/coin-lists.server";
import { render, tags, textsOf } from "./render";

const AT = Date.UTC(2026, 10, 22, 10);
const UNKNOWN = coinOfAnswer(readMarketCoin({ id: "a b", name: "A coin whose name is long" }), AT);
const BITCOIN: KnownCoin = {
  ...UNKNOWN,
  id: "bitcoin",
  symbol: "btc",
  name: "Bitcoin",
  price: 64_668.5,
  rank: 1,
  change1h: 0.5,
  change24h: -3.2,
  change7d: 0.001,
  marketCap: 1.27e12,
  volume: 950,
  week: Array.from({ length: 24 }, (_, hour) => hour),
};
const WEEK = '<path d="M13 12l1-12"';

const table = (view: TableView | null, pageNumber = 1, sortedAs?: TableView) =>
  render(
    <CoinTable
      rows={[BITCOIN, UNKNOWN].map((coin) => listedRow(coin, AT))}
      currency="usd"
      caption="All coins"
      sorting={view && { view, pageNumber }}
      {...(sortedAs && { sortedAs })}
    />,
  );

const headers = (html: string) => tags(html, "th").filter(({ scope }) => scope === "col");

describe("the coin table", () => {
  it("has the change that it is sorted by right after the price, unless its headers sort it", () => {
    const changes = (sortedAs: TableView, view: TableView | null = null) =>
      headers(table(view, 1, sortedAs))
        .slice(3, 6)
        .map(({ text }) => text.slice(-3).trim());
    expect(changes({ order: "market_cap_desc", sort: "change_7d_desc" })).toEqual(["7d", "1h", "24h"]);
    expect(changes({ order: "market_cap_desc", sort: "change_24h_asc" })).toEqual(["24h", "1h", "7d"]);
    expect(changes({ order: "volume_desc", sort: "price_asc" })).toEqual(["1h", "24h", "7d"]);
    const pressed: TableView = { order: "market_cap_desc", sort: "change_7d_desc" };
    expect(changes(pressed, pressed)).toEqual(["1h", "24h", "7d"]);
  });

  it("shows a small volume in full, a long name as a tooltip, and the week of a coin whose change is known", () => {
    const [known = "", unknown = ""] = table(null).split("<tr>").slice(2);
    const figures = textsOf(known, "td").slice(4).join(" | ");
    expect(figures).toBe("unchanged: 0.00 % | $1.27T ($1,270,000,000,000) | $950.00 | unchanged");
    expect(known).toContain(WEEK);
    expect(unknown).toContain('<bdi title="A coin whose name is long">');
    const young = listedRow({ ...BITCOIN, change7d: null }, AT);
    const cells = tags(render(<CoinTable rows={[young]} currency="usd" caption="" sorting={null} />), "td");
    expect(cells.at(-1)?.text).toBe("NA");
  });
});

describe("cards", () => {
  it("link to their coins and show rank, name, symbol, market cap, price and change, and the line of the week where it is known", () => {
    const cards = [{ ...BITCOIN, change7d: -1 }, UNKNOWN].map((coin) => listedCoin(coin, AT));
    const html = render(<CoinCards coins={cards} currency="inr" />);
    expect(tags(html, "a").map(({ href, text }) => [href, text])).toEqual([
      ["/coin/bitcoin?currency=inr", "1 BTC Bitcoin btc · ₹1.27L Cr ₹64,668.50 down 3.20 %"],
      ["/coin/a%20b?currency=inr", "ACOI A coin whose name is long NA NA"],
    ]);
    expect(html.match(/<svg class="week down"[^>]*>/g)).toHaveLength(1);
    expect(html).toContain(WEEK);
    const overWeek = render(<CoinCards coins={cards.slice(0, 1)} currency="inr" change="change7d" />);
    expect(tags(overWeek, "a")[0]?.text).toMatch(/down 1\.00 %$/);
  });

  it("have smaller letters for longer prices", () => {
    const coins = [1e6, 1e9, 1e11, 1e16].map((price) => listedCoin({ ...BITCOIN, price }, AT));
    const html = render(<CoinCards coins={coins} currency="inr" />);
    const sizes = [...html.matchAll(/"card-price([^"]*)"/g)].map(([, size]) => size);
    expect(sizes).toEqual(["", " is-long", " is-longest", " is-longest is-endless"]);
  });
});

it("a price whose zeros are counted is spoken and copied in full", () => {
  const html = render(<CoinCards coins={[listedCoin({ ...BITCOIN, price: 3.2e-12 }, AT)]} currency="usd" />);
  expect(html).toMatch(/aria-hidden="true"[^>]*>\$0\.0₁₁32</);
  expect(html).toContain('<span class="for-listeners"> $0.0000000000032</span>');
});

it("the line of the whole market is shown if known, and takes no space otherwise", () => {
  const line = { start: "Market cap $2.34T", percent: -1.23, rest: "in 24h · Volume $98.2B" };
  expect(tags(render(<Glance line={line} isScrollable />), "p")).toEqual([
    { class: "glance is-quiet", tabindex: "0", text: "Market cap $2.34T down 1.23 % in 24h · Volume $98.2B" },
  ]);
  expect(render(<Glance line={line} />)).toContain('class="change down"');
  expect(tags(render(<Glance line={{ ...line, percent: null, rest: "" }} />), "p")[0]?.text).toBe(line.start);
  expect(render(<Glance line={null} />)).toBe("");
});

describe("a list of movers", () => {
  const movers = { list: "losers", period: "7d", top: 1000, isTable: false } as const;
  const shown = { movers, coins: [listedRow(BITCOIN, AT)], categories: [], fetchedAt: AT };
  const list = (currency: Currency, covered: number, retryInMs: number | null = null) =>
    render(<MoverList {...{ ...shown, currency, covered, retryInMs }} />);

  it("says how many coins it covers, how old it is, and what its changes are measured in", () => {
    const words = ["Of the 1,000 largest coins", "As of 22 Nov 2026, 10:00 UTC"];
    expect(textsOf(list("usd", 1000), "p")).toEqual(words);
    expect(textsOf(list("eur", 1000), "p")[0]).toBe("Of the 1,000 largest coins (measured in USD)");
    expect(tags(list("usd", 0, 2000), "p")[0]?.text).toBe(
      "Waiting for the market data service. Next attempt in 2 seconds. Try again",
    );
  });
});

it.each([
  [1, true, []],
  [1, false, ["next /to/2"]],
  [2, false, ["prev /to/1", "next /to/3"]],
  [3, true, ["prev /to/2"]],
])("page %d of a category, the last one or not (%j), has the links %j", (pageNumber, isLast, steps) => {
  const html = render(<CategorySteps {...{ pageNumber, isLast }} hrefOf={(page) => `/to/${page}`} />);
  expect(tags(html, "a").map(({ rel, href }) => `${rel} ${href}`)).toEqual(steps);
});
