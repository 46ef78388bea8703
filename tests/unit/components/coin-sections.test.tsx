import { describe, expect, it } from "vitest";
import { CoinSections } from "~/components/coin/coin-sections";
import { MarketsTable } from "~/components/market/markets-table";
import { coinOfAnswer } from "~/domain/market/coin";
import { shownDetails } from "~/domain/market/shown-coin";
import { shownMarkets } from "~/domain/market/shown-markets";
import { TIME } from "~/domain/time";
import { readCoin } from "~/services/market-data/source/coin.server";
import { render, tags, textOf, textsOf } from "./render";

const AT = Date.UTC(2026, 10, 21, 3, 42);

const MARKET = {
  current_price: { usd: 100, eur: 90 },
  price_change_percentage_1h_in_currency: { usd: 0.5 },
  price_change_percentage_7d_in_currency: { usd: -14.5 },
  price_change_percentage_1y_in_currency: { usd: 400 },
  fully_diluted_valuation: { usd: 2.1e9 },
  total_supply: 20e6,
  circulating_supply: 19.95e6,
  max_supply: 21e6,
};

const TICKER = {
  base: "COIN",
  target: "USDT",
  market: { name: "Exchange" },
  converted_last: { usd: 101 },
  converted_volume: { usd: 4.5e6 },
  trust_score: "green",
  bid_ask_spread_percentage: 0.0125,
  last_traded_at: "2026-11-21T03:35:00Z",
  trade_url: "https://exchange.example/COIN_USDT",
};

function coin(fields: Readonly<Record<string, unknown>>) {
  return readCoin({ id: "coin", symbol: "coin", name: "Coin", ...fields }, "coin", "/coins/coin");
}

/** @param pricesFrom time of the prices, in milliseconds since the epoch */
function html(
  fields: Readonly<Record<string, unknown>>,
  currency: "usd" | "eur" = "usd",
  pricesFrom = AT,
  categories: Parameters<typeof shownDetails>[4] = null,
): string {
  const answer = coin(fields);
  const known = coinOfAnswer(answer.in[currency], pricesFrom);
  const details = shownDetails(answer, known, currency, AT, categories);
  return render(<CoinSections name="Coin" details={details} marketsHref="/all" />);
}

/** Terms with their values. */
function facts(markup: string): Record<string, string | undefined> {
  const values = textsOf(markup, "dd");
  return Object.fromEntries(tags(markup, "dt").map(({ text }, index) => [text, values[index]]));
}

describe("what a coin's page shows below its key figures", () => {
  it("is what the coin's own answer says", () => {
    const github = ["https://github.com/coin/coin", "https://github.com/coin/wallet"];
    const links = { homepage: ["https://www.coin.example/"], repos_url: { github } };
    const dated = { genesis_date: "2009-01-03", hashing_algorithm: "SHA-256" };
    const categories = ["Layer 1 (L1)", "Meme"];
    expect(facts(html({ market_data: MARKET, categories, ...dated, links }))).toEqual({
      "Fully Diluted Valuation": "$2.10B $2,100,000,000",
      "Total Supply": "20,000,000",
      "Circulating Share of Maximum": "95.0 %",
      Homepage: "coin.example",
      "Source code": "github.com/coin/coin, github.com/coin/wallet",
      "Genesis date": "3 Jan 2009",
      "Hashing algorithm": "SHA-256",
      Categories: "Layer 1 (L1), Meme",
    });
  });

  it("has NA for missing figures, and no project or markets if they are unknown", () => {
    const markup = html({});
    expect(new Set(Object.values(facts(markup)))).toEqual(new Set(["NA"]));
    expect(textsOf(markup, "h2")).toEqual(["Supply and valuation"]);
    expect(markup).not.toContain("coin-bar");
  });

  it("says that the supply is unlimited only if the service does", () => {
    const share = (market_data: object) => facts(html({ market_data }))["Circulating Share of Maximum"];
    expect(share({ ...MARKET, max_supply: null, max_supply_infinite: true })).toBe("No limit");
    expect(share({ ...MARKET, max_supply: null })).toBe("NA");
    expect(share({ ...MARKET, circulating_supply: 25e6 })).toBe("NA");
  });

  it("shows its own time if the price is newer by more than two hours", () => {
    const asOf = (hours: number) => textsOf(html({ tickers: [TICKER] }, "usd", AT + hours * TIME.HOUR), "p");
    expect(asOf(2)).toEqual([]);
    const time = "21 Nov 2026, 03:42 UTC";
    expect(asOf(2.1)).toEqual([`Details as of ${time}`]);
  });

  it("links categories whose ids are known to their coins", () => {
    const linksWith = (known: Parameters<typeof shownDetails>[4]) =>
      tags(html({ categories: ["BNB Chain Ecosystem", "Meme"] }, "eur", AT, known), "a");
    expect(linksWith(null)).toEqual([]);
    const known = [{ id: "binance-smart-chain", name: "BNB Chain Ecosystem" }];
    expect(linksWith(known).map(({ href, text }) => [href, text])).toEqual([
      ["/coins?currency=eur&page=1&category=binance-smart-chain", "BNB Chain Ecosystem"],
    ]);
  });

  it("shows strangers' markup as text, and marks their links as unendorsed", () => {
    const en = `<b>Bold</b> <a href="https://a.example/" onclick="x()">link</a><script>alert(1)</script> &lt;img src=x onerror=alert(1)&gt;`;
    const markup = html({ description: { en } });
    const [paragraph] = tags(markup, "p");
    expect(paragraph?.text).toBe("Bold link <img src=x onerror=alert(1)>");
    expect(markup).not.toMatch(/<b>|<script|<img|onclick/);
    expect(tags(markup, "a")).toEqual([
      { href: "https://a.example/", rel: "nofollow noopener ugc", text: "link" },
    ]);
  });

  it("has contract addresses by chain, in short but whole for copying, and unfolds those beyond three", () => {
    const ADDRESS = "0x2260fac5e5542a773aa44fbcfedf7c193bc2c599";
    const markup = (count: number) => {
      const chains = Array.from({ length: count }, (_, index) => [`chain-${index + 1}`, ADDRESS]);
      return html({ platforms: Object.fromEntries(chains) });
    };
    expect(facts(markup(1))).toHaveProperty("Contract addresses", `Chain 1 0x2260…c599 ${ADDRESS}`);
    expect(markup(1)).toContain(`title="${ADDRESS}"`);
    expect(textsOf(markup(1), "h2")).toContain("About Coin");
    expect(tags(markup(3), "details")).toEqual([]);
    const [others] = tags(markup(5), "details");
    expect(others?.text).toMatch(/^2 more\s*Chain 4 .* Chain 5 /);
    expect(tags(markup(5), "li")).toHaveLength(5);
  });

  it("has the first ten markets, and a link to all where there are more", () => {
    const rows = (count: number) => html({ tickers: Array.from({ length: count }, () => TICKER) });
    expect(tags(rows(12), "tr")).toHaveLength(11);
    expect(tags(rows(12), "a").at(-1)).toMatchObject({ href: "/all", text: "All 12 markets" });
    expect(tags(rows(10), "tr")).toHaveLength(11);
    expect(rows(10)).not.toContain("/all");
  });
});

describe("a market of a coin", () => {
  const cells = (fields: object, currency: "usd" | "eur" = "usd", market_data: object = MARKET) =>
    shownMarkets(coin({ market_data, tickers: [{ ...TICKER, ...fields }] }), currency, AT)[0]?.cells;

  it("has its pair, price, volume, spread, trust and the age of its last trade", () => {
    expect(cells({})).toEqual(["COIN/USDT", "$101.00", "$4.50M", "0.01\u00a0%", "High", "7\u00a0min ago"]);
  });

  it("is converted from dollars by the coin's own prices, where it has both", () => {
    expect(cells({}, "eur")?.slice(1, 3)).toEqual(["€90.90", "€4.05M"]);
    expect(cells({}, "eur", { current_price: { usd: 100 } })?.slice(1, 3)).toEqual(["NA", "NA"]);
    expect(cells({}, "usd", {})?.[1]).toBe("$101.00");
  });

  it("has NA for what is missing", () => {
    const bare = { base: "COIN", target: "USD", market: { name: "Exchange" } };
    const [market] = shownMarkets(coin({ tickers: [bare] }), "usd", AT);
    expect(market?.cells).toEqual(["COIN/USD", "NA", "NA", "NA", "NA", "NA"]);
  });

  const [WBTC, WSOL] = [
    "0x2260fac5e5542a773aa44fbcfedf7c193bc2c599",
    "So11111111111111111111111111111111111111112",
  ];

  it.each([
    [WBTC.toUpperCase(), "0x2260…c599", WBTC],
    [WSOL, "So1111…1112", WSOL],
    ["A VERY LONG SYMBOL", "A VERY LONG S…", "A VERY LONG SYMBOL"],
    ["SHORT", "SHORT", null],
  ])("whose exchange names a coin %s shows %s, with all of it in a title", (base, short, whole) => {
    const markets = shownMarkets(coin({ tickers: [{ ...TICKER, base }] }), "usd", AT);
    const title = whole === null ? undefined : `${whole}/USDT`;
    const table = { caption: "Markets", markets };
    const [ofCoin] = tags(render(<MarketsTable {...table} />), "td");
    const ofExchange = tags(render(<MarketsTable {...table} areAtExchange />), "th").at(-1);
    expect(ofCoin).toMatchObject({ text: `${short}/USDT` });
    expect([ofCoin?.["title"], ofExchange?.["title"]]).toEqual([title, title]);
    expect(markets[0]?.place).toBe(`${short}/USDT at Exchange`);
  });
  it("has a column of trust only where one of them has any", () => {
    const titlesOf = (...scores: readonly unknown[]) => {
      const tickers = scores.map((trust_score) => ({ ...TICKER, trust_score }));
      const markets = shownMarkets(coin({ tickers }), "usd", AT);
      const headers = tags(render(<MarketsTable caption="Markets" markets={markets} />), "th");
      const columns = headers.filter(({ scope }) => scope === "col");
      return columns.map(({ text }) => text).join(", ");
    };
    expect(titlesOf(null, "red")).toBe("Exchange, Pair, Price, Volume (24h), Spread, Trust, Last trade");
    expect(titlesOf(null, "blue")).toBe("Exchange, Pair, Price, Volume (24h), Spread, Last trade");
  });

  it.each([
    ["2026-11-21T03:50:00Z", "<\u00a01\u00a0min ago"],
    ["2026-11-20T12:00:00Z", "15\u00a0h ago"],
    ["2026-10-21T03:00:00Z", "31\u00a0days ago"],
  ])("whose last trade was at %s was %s", (last_traded_at, age) => {
    expect(cells({ last_traded_at })?.at(-1)).toBe(age);
  });

  it("is linked to the exchange's page and, in a new tab, to its own site, and says why its price does not count", () => {
    const market = { name: "Exchange", identifier: "one" };
    const tickers = [{ market }, { is_stale: true, trade_url: null }].map((more) => ({ ...TICKER, ...more }));
    const markets = shownMarkets(coin({ tickers }), "usd", AT);
    const markup = render(<MarketsTable caption="Markets" markets={markets} />);
    const ownSite = { href: TICKER.trade_url, text: "COIN/USDT at Exchange (opens in a new tab)" };
    const inNewTab = { target: "_blank", rel: "nofollow noopener noreferrer" };
    const links = [{ href: "/exchange/one?currency=usd" }, { ...ownSite, ...inNewTab }];
    expect(tags(markup, "a")).toMatchObject(links);
    expect(textOf(markup)).toContain("Exchange outdated: no recent trade");
  });
});
