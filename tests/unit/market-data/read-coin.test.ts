import { describe, expect, it } from "vitest";
import { perCurrency } from "~/domain/market/currency";
import { readCoin, readPriceHistory } from "~/services/market-data/source/coin.server";
import { picturePaths } from "~/services/pictures/picture-paths.server";
import { UNKNOWN_COIN } from "../../support/unknown-coin";
import { times } from "./market-under-test";

type Fields = Readonly<Record<string, unknown>>;

function read(fields: Fields) {
  return readCoin({ id: "bitcoin", symbol: "btc", name: "Bitcoin", ...fields }, "bitcoin", "/coins/bitcoin");
}

const UPDATED_AT = Date.UTC(2026, 10, 20, 23, 58, 12, 266);

/** A time by a clock that is not quite ours. */
const fromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
const details = (fields: Fields) => read(fields).details;
const dollars = (fields: Fields) => read(fields).in.usd;

describe("a coin", () => {
  it("is read field by field, in each currency", () => {
    const image = { thumb: "https://a.example/t.png", large: "https://a.example/l.png" };
    const last_updated = "2026-11-20T23:58:12.266Z";
    const market_data = {
      ...{ current_price: { usd: 64_668.5, eur: "59000.5", inr: 5.4e6 }, market_cap: { usd: 1.28e12 } },
      ...{ total_volume: { usd: 6.16e10 }, low_24h: { usd: 64_000 }, high_24h: { usd: 66_000 } },
      ...{ price_change_percentage_24h: -4, price_change_percentage_24h_in_currency: { eur: 2.5 } },
      price_change_percentage_1h_in_currency: { usd: -1.34633 },
      price_change_percentage_7d_in_currency: { usd: -14.56457 },
      ...{ atl: { usd: 67.81 }, atl_date: { usd: "2013-07-06T00:00:00.000Z" } },
      ...{ ath: { usd: 126_080 }, ath_date: { usd: "2025-10-06T18:57:42.558Z" } },
      ...{ max_supply: "21000000.0", circulating_supply: 19_832_115 },
    };
    const { usd, eur, inr } = read({ image, market_cap_rank: 1, last_updated, market_data }).in;
    const facts = {
      ...{ id: "bitcoin", symbol: "btc", name: "Bitcoin", image: picturePaths.pathOf(image.large), rank: 1 },
      ...{ maxSupply: 21_000_000, circulatingSupply: 19_832_115, lastUpdated: UPDATED_AT, week: [] },
    };
    expect(usd).toEqual({
      ...facts,
      ...{ price: 64_668.5, change1h: -1.34633, change24h: -4, change7d: -14.56457 },
      ...{ low24h: 64_000, high24h: 66_000, marketCap: 1.28e12, volume: 6.16e10 },
      ...{ allTimeLow: 67.81, allTimeHigh: 126_080 },
      ...{ allTimeLowAt: Date.UTC(2013, 6, 6), allTimeHighAt: Date.UTC(2025, 9, 6, 18, 57, 42, 558) },
    });
    expect(eur).toEqual({ ...UNKNOWN_COIN, ...facts, price: 59_000.5, change24h: 2.5 });
    expect(inr).toEqual({ ...UNKNOWN_COIN, ...facts, price: 5.4e6, change24h: -4 });
  });

  it("has the changes in dollars only where there is none in the currency: that of a day in any, others in dollars alone", () => {
    const market_data = {
      ...{ price_change_percentage_24h: 1, price_change_percentage_7d: 2, price_change_percentage_30d: 3 },
      ...{ price_change_percentage_60d: 4, price_change_percentage_200d: 5, price_change_percentage_1y: 6 },
      price_change_percentage_30d_in_currency: { usd: 33, eur: 34 },
    };
    const coin = read({ market_data });
    expect(coin.in.usd).toMatchObject({ change1h: null, change24h: 1, change7d: 2 });
    const inDollars = { change30d: 33, change60d: 4, change200d: 5, change1y: 6 };
    expect(coin.details.outlooks.usd).toMatchObject(inDollars);
    expect(coin.in.eur).toMatchObject({ change24h: 1, change7d: null });
    expect(coin.details.outlooks.eur).toMatchObject({ change30d: 34, change60d: null, change1y: null });
  });

  it.each([-100.1, 1e10, "1e99", -1e99])("has no change of %s per cent", (change) => {
    const market_data = { price_change_percentage_24h_in_currency: { usd: change } };
    expect(dollars({ market_data }).change24h).toBeNull();
  });

  it.each([
    ...[undefined, null, {}, "none", { current_price: {}, ath: {}, atl: null, market_cap: "x", low_24h: [] }],
    { current_price: { usd: {}, eur: null, inr: "" }, max_supply: {} },
  ])("has unknown figures when its market data is %j", (market_data) => {
    expect(read({ market_data }).in).toEqual(perCurrency(() => UNKNOWN_COIN));
  });

  it("has its own rank and time, or else those of the market's data, or a wrapped token's rank", () => {
    const market_data = { market_cap_rank: 7, last_updated: "2026-11-20T23:58:12.266Z" };
    expect(dollars({ market_data })).toMatchObject({ rank: 7, lastUpdated: UPDATED_AT });
    expect(dollars({ market_data, market_cap_rank: 3 }).rank).toBe(3);
    expect(dollars({ market_cap_rank: 40, market_cap_rank_with_rehypothecated: 44 }).rank).toBe(40);
    expect(dollars({ market_cap_rank: null, market_cap_rank_with_rehypothecated: 12 }).rank).toBe(12);
  });

  it.each([
    ...[null, "", "yesterday", "+056789-01-01T00:00:00Z", {}, 5],
    ...["12.5", "0", "2024-02-30", "2024-02-30T00:00:00Z", "2024-13-01", "1 May 2024"],
    ...["2008-12-31T23:59:59Z", "1970-01-01T00:00:00.000Z", "2099-01-01", fromNow(6), fromNow(24 * 60)],
  ])("has no time of its price, its records and its trades in %j", (sent) => {
    const market_data = { last_updated: sent, ath_date: { usd: sent }, atl_date: { usd: sent } };
    const trade = { market: { name: "Kraken" }, base: "A", target: "B", last_traded_at: sent };
    const { in: quotes, details } = read({ last_updated: sent, market_data, tickers: [trade] });
    expect(quotes.usd).toMatchObject({ lastUpdated: null, allTimeHighAt: null, allTimeLowAt: null });
    expect(details.tickers[0]?.tradedAt).toBeNull();
  });

  it.each(["2009-01-01T00:00:00Z", fromNow(-1), fromNow(4)])("has a price from %s", (sent) => {
    expect(dollars({ last_updated: sent }).lastUpdated).toBe(Date.parse(sent));
    expect(dollars({ market_data: { last_updated: sent } }).lastUpdated).toBe(Date.parse(sent));
  });

  it("has no circulating supply of 0 without a market cap, of which 0 means unknown", () => {
    const supplies = [undefined, 0, 5_000_000].map(
      (usd) => dollars({ market_data: { circulating_supply: 0, market_cap: { usd } } }).circulatingSupply,
    );
    expect(supplies).toEqual([null, null, 0]);
  });

  it("has a clean name of at most 200 characters, or else its id", () => {
    const nameOf = (name: string) => dollars({ name }).name;
    const odd = ["\u202eBit\u200bcoin\u2066", "Bit\u2028coin", "Bit\ud83dcoin\udc00"];
    expect(odd.map(nameOf)).toEqual(["Bitcoin", "Bitcoin", "Bitcoin"]);
    expect(["🚀".repeat(201), "\u200b\u202e"].map(nameOf)).toEqual(["🚀".repeat(200), "bitcoin"]);
  });

  const [LARGE, SMALL] = ["https://a.example/l.png", "https://a.example/s.png"];

  it.each([
    [{ thumb: "https://a.example/t.png", small: SMALL, large: LARGE }, LARGE],
    [{ large: "javascript:alert(1)", small: SMALL }, SMALL],
    [{ large: "http://a.example/l.png", thumb: SMALL }, SMALL],
    [{ large: "missing_large.png", small: null, thumb: {} }, null],
    [LARGE, null],
    [null, null],
  ])("takes from the images %j the largest that is an address", (image, expected) => {
    expect(dollars({ image }).image).toBe(expected && picturePaths.pathOf(expected));
  });
});

describe("a price history", () => {
  it("keeps the points that have a time and a price", () => {
    const odd = [[3000, null], [null, 4], [5000], null, {}, "text", [6000, {}], [9e15, 1]];
    const prices = [[1000, 1.5], ["2000", "3.78e-06"], ...odd, [7000, 0]];
    expect(readPriceHistory({ prices }, "/path").flat()).toEqual([1000, 1.5, 2000, 3.78e-6, 7000, 0]);
    expect(readPriceHistory({ prices: [] }, "/path")).toEqual([]);
  });

  it("has the volumes and market caps of the same moments; zero and what cannot be read are not known", () => {
    const prices = [1, 2, 3, 4].map((time) => [time, 10]);
    const total_volumes = [[2, "7e3"], [3, 0], null, [4, {}], [9, 5]];
    const market_caps = [1, 2].map((time) => [time, 500]);
    const [first, second, ...others] = readPriceHistory({ prices, total_volumes, market_caps }, "/path");
    expect([first, second].flat()).toEqual([1, 10, null, 500, 2, 10, 7000, 500]);
    expect(others).toEqual(prices.slice(2));
    const odd = { prices, total_volumes: "none", market_caps: { 1: 2 } };
    expect(readPriceHistory(odd, "/path")).toEqual(prices);
  });
});

const NEITHER = [null, [[]], "text", {}, { id: 5, prices: null }, { id: "", prices: {} }];

it.each(NEITHER)("%j is neither a coin nor a history", (body) => {
  const badResponse = expect.objectContaining({ reason: "bad-response" });
  expect(() => readCoin(body, "bitcoin", "/path")).toThrow(badResponse);
  expect(() => readPriceHistory(body, "/path")).toThrow(badResponse);
});

describe("a coin's details", () => {
  it("are read field by field", () => {
    const explorer = "https://explorer.example/";
    const links = {
      homepage: ["http://www.bitcoin.example", "", ""],
      whitepaper: "https://bitcoin.example/paper.pdf",
      blockchain_site: [explorer, explorer, null, "javascript:alert(1)"],
      subreddit_url: "https://www.reddit.com/r/Bitcoin/",
      repos_url: { github: ["https://github.com/bitcoin/bitcoin"], bitbucket: [] },
    };
    const market_data = {
      ...{ fully_diluted_valuation: { usd: 1.3e12, eur: 0 }, total_supply: 20_017_787 },
      price_change_percentage_30d_in_currency: { usd: -21.97 },
      price_change_percentage_60d_in_currency: { usd: -12.18 },
      price_change_percentage_200d_in_currency: { usd: 275.2 },
      price_change_percentage_1y_in_currency: { usd: "400.3" },
    };
    const categories = ["Layer 1 (L1)", "", null, "Layer 1 (L1)", "Proof of Work (PoW)"];
    const dated = { genesis_date: "2009-01-03", hashing_algorithm: "SHA-256" };
    const { outlooks, ...rest } = details({ categories, links, ...dated, market_data });
    expect(rest).toEqual({
      ...{ totalSupply: 20_017_787, isSupplyUnlimited: false, description: [], notices: [], tickers: [] },
      ...{ categories: ["Layer 1 (L1)", "Proof of Work (PoW)"], hashingAlgorithm: "SHA-256" },
      links: [
        { kind: "Homepage", href: "http://www.bitcoin.example/" },
        { kind: "Explorer", href: explorer },
        { kind: "Source code", href: "https://github.com/bitcoin/bitcoin" },
        { kind: "White paper", href: "https://bitcoin.example/paper.pdf" },
        { kind: "Subreddit", href: "https://www.reddit.com/r/Bitcoin/" },
      ],
      contracts: [],
      genesisAt: Date.UTC(2009, 0, 3),
    });
    const changes = { change30d: -21.97, change60d: -12.18, change200d: 275.2, change1y: 400.3 };
    expect(outlooks.usd).toEqual({ fullyDilutedValuation: 1.3e12, ...changes });
    expect(outlooks.eur.fullyDilutedValuation).toBeNull();
    expect(details({ market_data: { max_supply_infinite: true } }).isSupplyUnlimited).toBe(true);
  });

  it.each([
    {},
    { categories: null, links: null, description: null, tickers: null, genesis_date: null },
    { categories: "x", links: [1], description: { en: 5 }, tickers: {}, genesis_date: 9 },
    { categories: [], links: {}, description: { en: "" }, tickers: [], genesis_date: "" },
    // The site of all subreddits stands for none.
    { links: { subreddit_url: "https://www.reddit.com" }, market_data: { max_supply_infinite: false } },
    { market_data: { max_supply_infinite: true, max_supply: 5 } },
  ])("are unknown in %j", (fields) => {
    expect(details(fields)).toMatchObject({
      ...{ totalSupply: null, isSupplyUnlimited: false, categories: [], description: [] },
      ...{ links: [], genesisAt: null, hashingAlgorithm: "", tickers: [] },
    });
  });

  it("are few and short, however much the service sends", () => {
    const homepage = times(99, (index) => `https://a.example/${"x".repeat(index === 1 ? 200 : index)}`);
    const categories = times(99, (index) => `${index}${"💰".repeat(99)}`);
    const long = details({ categories, hashing_algorithm: "💰".repeat(99), links: { homepage } });
    expect(long.categories).toHaveLength(12);
    expect(long.categories.every((name) => [...name].length <= 60)).toBe(true);
    expect([...long.hashingAlgorithm].length).toBeLessThanOrEqual(60);
    expect(long.links.map(({ href }) => href)).toEqual(homepage.slice(1, 5));
  });
});

describe("a description", () => {
  /** Paragraphs as the page shows them, with the address of each link behind its text. */
  const described = (en: unknown) =>
    details({ description: { en } }).description.map((parts) =>
      parts.map(({ text, href }) => (href === undefined ? text : `${text}[${href}]`)).join(""),
    );

  it.each([
    ["links", 'One, <a href="http://a.x/?x=1&amp;y=2">two</a>.', ["One, two[http://a.x/?x=1&y=2]."]],
    ["lines", "1 &amp; <b>2</b>.\r\n\r\n<p>3<br/>4</p><ul><li>5</li></ul>", ["1 & 2.", "3", "4", "5"]],
    ["a script", "before<script>alert(1)</script>after", ["beforeafter"]],
    ["a script without an end", "before<script>alert(1)", ["before"]],
    ["a comment", "before<!-- <b>no</b> -->after", ["beforeafter"]],
    ["an image", 'before<img src=x onerror="alert(1)">after', ["beforeafter"]],
    ["a link with a script", '<a href="javascript:alert(1)">text</a>', ["text"]],
    ["a link with an encoded script", '<a href="&#106;avascript:alert(1)">text</a>', ["text"]],
    ["a link with data", "<a href='data:text/html,x'>text</a>", ["text"]],
    ["a link within the site", '<a href="/coins">text</a>', ["text"]],
    ["a link with the name of a user", '<a href="https://a.example@b.example">text</a>', ["text"]],
    ["a link of space alone", 'text<a href="http://a"> \n</a>', ["text "]],
    ["links in links", '<a href="http://a">a<a href="http://b">b</a>c</a>', ["a[http://a/]b[http://b/]c"]],
    ["encoded markup", "&lt;b&gt;bold&lt;/b&gt;", ["<b>bold</b>"]],
    ["brackets that are no tags", "1 < 2 and 3 > 2", ["1 < 2 and 3 > 2"]],
    ["a tag without an end", "text<a href=", ["text"]],
    ["invisible characters", "a\u202eb\u200bc\u0000d&#8238;e", ["abcde"]],
    ["named entities", "caf&eacute;&nbsp;&rarr; &Copf;&#8364;", ["café → ℂ€"]],
    ["impossible entities", "a&#x110000;b&#55296;c&nope;", ["a\ufffdb\ufffdc&nope;"]],
    ["nothing but space", " \r\n\t<p> </p>", []],
  ])("with %s is read as text with links", (_what, html, paragraphs) => {
    expect(described(html)).toEqual(paragraphs);
  });

  it("ends with the paragraph that reaches 2,000 characters", () => {
    const paragraphs = described(times(9, () => "x".repeat(600)).join("\n\n"));
    expect(paragraphs.map(({ length }) => length)).toEqual([600, 600, 600, 600]);
    expect(described("x".repeat(600))).toHaveLength(1);
  });

  it.each([
    ...["word ", "<b>", "<", '<a"', "<!--", "<script>", "\n", "💰", '<a href="https://a.example/">x</a> '],
    ...["a", "-", "&", "x=&amp; ", "<div><svg><p>", "</i>"],
  ])("that repeats %j without end has its bounds, whatever it begins with", (part) => {
    for (const start of ["", "<", "<!-- ", "<a ", "<b>".repeat(3000)]) {
      const html = start.padEnd(300_000, part);
      const parts = details({ description: { en: html } }).description.flat();
      expect(parts.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThanOrEqual(3001);
      expect(parts.filter(({ href }) => href !== undefined).length).toBeLessThanOrEqual(20);
      // Half of a character outside the Basic Multilingual Plane.
      expect(parts.map(({ text }) => text).join("")).not.toMatch(/\p{Cs}/u);
    }
  });
});

describe("the contract addresses of a coin", () => {
  const contractsOf = (fields: Fields) =>
    details(fields).contracts.map(({ chain, address }) => `${chain} ${address}`);
  const at = (contract_address: unknown) => ({ decimal_place: 18, contract_address });
  const [TON, SUI] = [at("EQ_-x"), at("0x5d::coin::COIN")];
  const ODD = ["<b>", 5, "https://x.example/0x1", "x".repeat(129), "0x ff"].map(at);

  it.each<[details: unknown, platforms: unknown, contracts: readonly string[]]>([
    [{ "": at(""), "  ": at("0x1") }, undefined, []],
    [
      { ethereum: at("0x2F"), "binance-smart-chain": at(" 0x7 ") },
      null,
      ["Ethereum 0x2F", "Binance Smart Chain 0x7"],
    ],
    [undefined, { "": "", ethereum: "0x1", "polygon-pos": null }, ["Ethereum 0x1"]],
    [
      { ethereum: at("0x2"), base: at("0x3") },
      { ethereum: "0x1", tron: "TR7" },
      ["Ethereum 0x2", "Tron TR7", "Base 0x3"],
    ],
    [{ ethereum: at(null) }, { ethereum: "0x1" }, ["Ethereum 0x1"]],
    [{ "the-open-network": TON, sui: SUI }, undefined, ["The Open Network EQ_-x", "Sui 0x5d::coin::COIN"]],
    [{ osmosis: at("ibc/AB") }, undefined, ["Osmosis ibc/AB"]],
    [{ ...ODD, other: 7 }, 7, []],
  ])("in %j and %j are %j", (detail_platforms, platforms, contracts) => {
    expect(contractsOf({ detail_platforms, platforms })).toEqual(contracts);
  });

  it("are at most twenty, with short names of chains", () => {
    const chains = times(500, (index) => [`${index}${"-chain".repeat(99)}`, at(`0x${index}`)] as const);
    const contracts = contractsOf({ detail_platforms: Object.fromEntries(chains) });
    expect(contracts).toHaveLength(20);
    expect(contracts[0]).toMatch(/^1 Chain Chain .{40,50}… 0x1$/);
  });
});

describe("the notices of a coin", () => {
  const noticesOf = (public_notice: unknown, additional_notices?: unknown) =>
    details({ public_notice, additional_notices }).notices.map((parts) =>
      parts.map(({ text, href }) => (href === undefined ? text : `${text}[${href}]`)).join(""),
    );

  it.each([
    ["Migrated.", ["Not redeemable."], ["Migrated.", "Not redeemable."]],
    ["Migrated.", ["Migrated.", "", null, 5, {}, "Gone."], ["Migrated.", "Gone."]],
    ["Migrated.", "Not redeemable.", ["Migrated.", "Not redeemable."]],
    ['<b>To</b> <a href="https://a.x/">this</a><script>x()</script>', [], ["To this[https://a.x/]"]],
    ["<script>never closed", ["Not swallowed."], ["Not swallowed."]],
    ["\u202eالعملة\u200b نُقلت", undefined, ["العملة نُقلت"]],
    [null, null, []],
    [42, [42, [["nested"]]], []],
    [" ", { 0: "no list" }, []],
    ["&nbsp;\u200b", [], []],
  ])("%j and %j are %j", (first, others, shown) => expect(noticesOf(first, others)).toEqual(shown));

  it("are few and short, however many and long the service's are", () => {
    const [cut = ""] = noticesOf("x".repeat(10_000));
    expect([cut.length, cut.at(-1)]).toEqual([1001, "…"]);
    const many = (text: string) =>
      noticesOf(
        null,
        times(500, (index) => `${index} ${text}`),
      );
    expect(many("Notice")).toHaveLength(5);
    expect(many("word ".repeat(2000)).join("").length).toBeLessThan(5 * 1002);
    expect(noticesOf("a<br>".repeat(2000), ["a<p>".repeat(2000)])).toHaveLength(8);
  });
});

describe("a coin's markets", () => {
  const TICKER = {
    ...{ base: "BTC", target: "USDT", market: { name: "Binance", identifier: "binance" }, last: 64_001 },
    ...{ converted_last: { btc: 1.001, usd: 64_010 }, converted_volume: { btc: 7000, usd: 448_000_000 } },
    ...{ trust_score: "green", bid_ask_spread_percentage: 0.0125, is_anomaly: false, is_stale: false },
    ...{ timestamp: "2026-11-20T23:50:00+00:00", last_traded_at: "2026-11-20T23:55:48+00:00" },
    trade_url: "https://www.binance.com/en/trade/BTC_USDT?ref=1",
  };
  const tickers = (rows: readonly unknown[]) => details({ tickers: rows }).tickers;

  it("are read field by field", () => {
    const names = { exchange: "Binance", exchangeId: "binance", coinId: "bitcoin", pair: "BTC/USDT" };
    const shown = { ...names, priceUsd: 64_010, volumeUsd: 448_000_000 };
    const tradedAt = Date.UTC(2026, 10, 20, 23, 55, 48);
    const rest = { spread: 0.0125, trust: "green", tradedAt, url: TICKER.trade_url, flaw: null };
    expect(tickers([{ ...TICKER, coin_id: "bitcoin" }])).toEqual([{ ...shown, ...rest }]);
  });

  it("may lack anything but an exchange and a pair", () => {
    const bare = { base: "BTC", target: "USD", market: { name: "Bare" } };
    const odd = { ...bare, converted_last: null, trust_score: "blue", trade_url: "javascript:alert(1)" };
    const unknown = { priceUsd: null, volumeUsd: null, spread: null, trust: null, tradedAt: null, url: null };
    const known = { exchange: "Bare", exchangeId: null, coinId: null, pair: "BTC/USD" };
    const shown = { ...known, ...unknown, flaw: null };
    const unusable = [{ ...bare, market: null }, { market: bare.market }, null, 7];
    expect(tickers([bare, odd, ...unusable])).toEqual([shown, shown]);
  });

  it("are marked where they are stale or anomalous, and have names of bounded length", () => {
    const rows = [{ is_stale: true }, { is_anomaly: true }, { is_stale: true, is_anomaly: true }, {}];
    const shown = tickers(rows.map((row) => ({ ...TICKER, base: "A".repeat(1000), ...row })));
    expect(shown.map(({ flaw }) => flaw)).toEqual(["stale", "anomalous", "anomalous", null]);
    expect(shown[0]?.pair).toBe(`${"A".repeat(99)}…/USDT`);
  });

  it("are the hundred of the largest volume, those without one last", () => {
    const volumeOf = (index: number) => (index === 3 ? {} : { usd: index });
    const rows = times(130, (index) => ({ ...TICKER, converted_volume: volumeOf(index) }));
    expect(tickers(rows).map(({ volumeUsd }) => volumeUsd)).toEqual(times(100, (index) => 131 - index));
    expect(tickers(rows.slice(0, 9)).at(-1)?.volumeUsd).toBeNull();
  });
});
