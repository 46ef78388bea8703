import { describe, expect, it } from "vitest";
import { readCoin } from "~/services/market-data/provider/coin.server";

function read(fields: Readonly<Record<string, unknown>>) {
  return readCoin({ id: "bitcoin", symbol: "btc", name: "Bitcoin", ...fields }, "/coins/bitcoin");
}

function details(fields: Readonly<Record<string, unknown>>) {
  return read(fields).details;
}

/** The description as the page shows it: paragraphs, with the address of each link behind its text. */
function described(en: unknown): string[] {
  return details({ description: { en } }).description.map((parts) =>
    parts.map(({ text, href }) => (href === undefined ? text : `${text}[${href}]`)).join(""),
  );
}

const TICKER = {
  base: "BTC",
  target: "USDT",
  market: { name: "Binance", identifier: "binance" },
  last: 64_001,
  converted_last: { btc: 1.001, eth: 27.3, usd: 64_010 },
  converted_volume: { btc: 7000, eth: 190_000, usd: 448_000_000 },
  trust_score: "green",
  bid_ask_spread_percentage: 0.0125,
  timestamp: "2026-11-20T23:50:00+00:00",
  last_traded_at: "2026-11-20T23:55:48+00:00",
  is_anomaly: false,
  is_stale: false,
  trade_url: "https://www.binance.com/en/trade/BTC_USDT?ref=1",
};

describe("a coin's details", () => {
  it("are read field by field", () => {
    const { outlooks, ...rest } = details({
      categories: ["Layer 1 (L1)", "", null, "Layer 1 (L1)", "Proof of Work (PoW)"],
      links: {
        homepage: ["http://www.bitcoin.example", "", ""],
        whitepaper: "https://bitcoin.example/paper.pdf",
        blockchain_site: [
          "https://explorer.example/",
          "https://explorer.example/",
          null,
          "javascript:alert(1)",
        ],
        subreddit_url: "https://www.reddit.com/r/Bitcoin/",
        repos_url: { github: ["https://github.com/bitcoin/bitcoin"], bitbucket: [] },
      },
      genesis_date: "2009-01-03",
      hashing_algorithm: "SHA-256",
      market_data: {
        fully_diluted_valuation: { usd: 1.3e12, eur: 0 },
        price_change_percentage_30d_in_currency: { usd: -21.97 },
        price_change_percentage_60d_in_currency: { usd: -12.18 },
        price_change_percentage_200d_in_currency: { usd: 275.2 },
        price_change_percentage_1y_in_currency: { usd: "400.3" },
        total_supply: 20_017_787,
        max_supply_infinite: false,
      },
    });
    expect(rest).toEqual({
      totalSupply: 20_017_787,
      isSupplyUnlimited: false,
      categories: ["Layer 1 (L1)", "Proof of Work (PoW)"],
      description: [],
      links: [
        { kind: "Homepage", href: "http://www.bitcoin.example/" },
        { kind: "Explorer", href: "https://explorer.example/" },
        { kind: "Source code", href: "https://github.com/bitcoin/bitcoin" },
        { kind: "White paper", href: "https://bitcoin.example/paper.pdf" },
        { kind: "Subreddit", href: "https://www.reddit.com/r/Bitcoin/" },
      ],
      genesisAt: Date.UTC(2009, 0, 3),
      hashingAlgorithm: "SHA-256",
      tickers: [],
    });
    expect(outlooks.usd).toEqual({
      fullyDilutedValuation: 1.3e12,
      change30d: -21.97,
      change60d: -12.18,
      change200d: 275.2,
      change1y: 400.3,
    });
    expect(outlooks.eur.fullyDilutedValuation).toBeNull();
  });

  it.each([
    ["absent", {}],
    ["null", { categories: null, links: null, description: null, tickers: null, genesis_date: null }],
    ["of odd types", { categories: "x", links: [1], description: { en: 5 }, tickers: {}, genesis_date: 9 }],
    ["empty", { categories: [], links: {}, description: { en: "" }, tickers: [], genesis_date: "" }],
  ])("that are %s are unknown", (_, fields) => {
    expect(details(fields)).toMatchObject({
      ...{ totalSupply: null, isSupplyUnlimited: false, categories: [], description: [] },
      ...{ links: [], genesisAt: null, hashingAlgorithm: "", tickers: [] },
    });
  });

  it("have no limit of the supply where the service says so, unless it names one", () => {
    expect(details({ market_data: { max_supply_infinite: true } }).isSupplyUnlimited).toBe(true);
    expect(details({ market_data: { max_supply_infinite: true, max_supply: 5 } }).isSupplyUnlimited).toBe(
      false,
    );
  });

  it("do not name the site of all subreddits", () => {
    expect(details({ links: { subreddit_url: "https://www.reddit.com" } }).links).toEqual([]);
  });
});

describe("a description", () => {
  it("keeps paragraphs and links, and of other markup the text", () => {
    expect(
      described(
        'One &amp; <strong>two</strong>, <a href="https://a.example/?x=1&amp;y=2">three</a>.\r\n\r\n<p>Four<br/>five</p><ul><li>six</li></ul>',
      ),
    ).toEqual(["One & two, three[https://a.example/?x=1&y=2].", "Four", "five", "six"]);
  });

  it.each([
    ["a script", "before<script>alert(1)</script>after", ["beforeafter"]],
    ["a script without an end", "before<script>alert(1)", ["before"]],
    ["a comment", "before<!-- <b>no</b> -->after", ["beforeafter"]],
    ["an image", 'before<img src=x onerror="alert(1)">after', ["beforeafter"]],
    ["a link with a script", '<a href="javascript:alert(1)">text</a>', ["text"]],
    ["a link with an encoded script", '<a href="&#106;avascript:alert(1)">text</a>', ["text"]],
    ["a link with data", "<a href='data:text/html,x'>text</a>", ["text"]],
    ["a link within the site", '<a href="/coins">text</a>', ["text"]],
    [
      "a link in a link",
      '<a href="https://a.example">a<a href="https://b.example">b</a>c</a>',
      ["a[https://a.example/]b[https://b.example/]c"],
    ],
    ["encoded markup", "&lt;b&gt;bold&lt;/b&gt;", ["<b>bold</b>"]],
    ["brackets that are no tags", "1 < 2 and 3 > 2", ["1 < 2 and 3 > 2"]],
    ["a tag without an end", "text <a href=", ["text <a href="]],
    ["invisible characters", "a\u202eb\u200bc\u0000d&#8238;e", ["abcde"]],
    ["impossible entities", "a&#x110000;b&#55296;c&nope;", ["abc&nope;"]],
    ["nothing but space", " \r\n\t<p> </p>", []],
  ])("with %s is read as text", (_, html, paragraphs) => {
    expect(described(html)).toEqual(paragraphs);
  });

  it("ends with the paragraph that reaches 2,000 characters", () => {
    const paragraphs = described(Array.from({ length: 9 }, () => "x".repeat(600)).join("\n\n"));
    expect(paragraphs.map(({ length }) => length)).toEqual([600, 600, 600, 600]);
    expect(described("x".repeat(600))).toHaveLength(1);
  });

  it.each([
    ["one endless paragraph", "word ".repeat(100_000)],
    ["endless links", '<a href="https://a.example/">x</a> '.repeat(20_000)],
    ["endless tags", "<b>".repeat(100_000)],
    ["endless brackets", "<".repeat(300_000)],
    ["endless quotes", '<a"'.repeat(100_000)],
    ["endless comments", "<!--".repeat(100_000)],
    ["endless scripts", "<script>".repeat(50_000)],
    ["endless lines", "\n".repeat(300_000)],
    ["astral characters", "💰".repeat(100_000)],
  ])("of %s has its bounds", (_, html) => {
    const { description } = details({ description: { en: html } });
    const parts = description.flat();
    expect(parts.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThanOrEqual(3001);
    expect(parts.filter(({ href }) => href !== undefined).length).toBeLessThanOrEqual(20);
    // Half of a character outside the Basic Multilingual Plane.
    expect(parts.map(({ text }) => text).join("")).not.toMatch(/\p{Cs}/u);
  });
});

describe("a coin's markets", () => {
  it("are read field by field", () => {
    expect(details({ tickers: [TICKER] }).tickers).toEqual([
      {
        exchange: "Binance",
        pair: "BTC/USDT",
        priceUsd: 64_010,
        volumeUsd: 448_000_000,
        spread: 0.0125,
        trust: "green",
        tradedAt: Date.UTC(2026, 10, 20, 23, 55, 48),
        url: "https://www.binance.com/en/trade/BTC_USDT?ref=1",
        flaw: null,
      },
    ]);
  });

  it("may lack anything but an exchange and a pair", () => {
    const bare = { base: "BTC", target: "USD", market: { name: "Bare" } };
    const odd = { ...bare, converted_last: null, trust_score: "blue", trade_url: "javascript:alert(1)" };
    const { tickers } = details({
      tickers: [bare, odd, { ...bare, market: null }, { market: bare.market }, null, 7],
    });
    expect(tickers).toHaveLength(2);
    for (const ticker of tickers)
      expect(ticker).toMatchObject({
        priceUsd: null,
        volumeUsd: null,
        trust: null,
        url: null,
        tradedAt: null,
      });
  });

  it("are marked where they are stale or anomalous", () => {
    const flaws = [{ is_stale: true }, { is_anomaly: true }, { is_stale: true, is_anomaly: true }, {}];
    const { tickers } = details({ tickers: flaws.map((flaw) => ({ ...TICKER, ...flaw })) });
    expect(tickers.map(({ flaw }) => flaw)).toEqual(["stale", "anomalous", "anomalous", null]);
  });

  it("are the hundred of the largest volume, those without one last", () => {
    const rows = Array.from({ length: 130 }, (_, index) => ({
      ...{ base: "B", target: "U", market: { name: "X" } },
      converted_volume: index === 3 ? {} : { usd: index },
    }));
    const volumes = details({ tickers: rows }).tickers.map(({ volumeUsd }) => volumeUsd);
    expect(volumes).toHaveLength(100);
    expect([volumes.at(0), volumes.at(-1)]).toEqual([129, 30]);
    expect(details({ tickers: rows.slice(0, 9) }).tickers.at(-1)?.volumeUsd).toBeNull();
  });

  it("that are named by contracts have short names", () => {
    const { tickers } = details({ tickers: [{ ...TICKER, base: "0X".padEnd(42, "A") }] });
    expect(tickers[0]?.pair).toBe("0XAAAAAAAAAAA…/USDT");
  });
});

describe("what is kept of a coin", () => {
  const fullest = {
    name: "💰".repeat(200),
    symbol: "💰".repeat(200),
    hashing_algorithm: "💰".repeat(200),
    image: { large: `https://a.example/${"x".repeat(1900)}` },
    categories: Array.from({ length: 99 }, (_, index) => `${index}${"💰".repeat(99)}`),
    description: { en: `<a href="https://a.example/${"x".repeat(250)}">"💰"</a>\n`.repeat(5000) },
    links: {
      homepage: Array.from({ length: 99 }, (_, index) => `https://a.example/${index}/${"x".repeat(170)}`),
      blockchain_site: Array.from(
        { length: 99 },
        (_, index) => `https://b.example/${index}/${"x".repeat(170)}`,
      ),
      repos_url: {
        github: Array.from({ length: 99 }, (_, index) => `https://c.example/${index}/${"x".repeat(170)}`),
      },
    },
    tickers: Array.from({ length: 300 }, () => ({
      ...TICKER,
      base: "💰".repeat(99),
      market: { name: "💰".repeat(99) },
      trade_url: `https://a.example/${"x".repeat(180)}`,
    })),
  };

  it("stays below 25 kB, however much the service sends", () => {
    const coin = read(fullest);
    expect(Buffer.byteLength(JSON.stringify(coin))).toBeLessThan(25_000);
    expect(coin.details.tickers.length).toBeGreaterThan(0);
    const usual = read({ tickers: Array.from({ length: 100 }, () => TICKER) });
    expect(usual.details.tickers).toHaveLength(100);
    expect(Buffer.byteLength(JSON.stringify(usual))).toBeLessThan(25_000);
  });

  it("is read as it was written, by another replica", () => {
    for (const fields of [{}, fullest, { tickers: [TICKER], market_data: { current_price: { usd: 1 } } }]) {
      const coin = read(fields);
      expect(readCoin(JSON.parse(JSON.stringify({ kept: coin })), "/coins/bitcoin")).toEqual(coin);
    }
  });

  it.each([
    ["a link with a script", { details: { links: [{ kind: "Homepage", href: "javascript:alert(1)" }] } }],
    ["a picture without encryption", { image: "http://a.example/x.png" }],
    ["a price in words", { quotes: { usd: { price: "much" } } }],
    ["no details", { details: null }],
  ])("is refused with %s, which no replica has written", (_, change) => {
    const coin = read({});
    const { quotes, details: known, ...rest } = coin;
    const kept = {
      ...rest,
      quotes: { ...quotes, ...("quotes" in change ? change.quotes : {}) },
      details:
        "details" in change && change.details === null
          ? null
          : { ...known, ...("details" in change ? change.details : {}) },
      ...("image" in change ? { image: change.image } : {}),
    };
    expect(() => readCoin({ kept }, "/coins/bitcoin")).toThrow("the body is not a coin");
  });
});
