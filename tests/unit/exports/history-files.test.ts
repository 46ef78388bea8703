import { parse } from "csv-parse/sync";
import { expect, it } from "vitest";
import { DEFAULT_CHART_VIEW } from "~/domain/chart/chart-view";
import { chartSvg } from "~/services/exports/chart-svg.server";
import { type CoinExport, csvText, historyCsv, historyJson } from "~/services/exports/coin-export.server";
import { fileResponse } from "~/services/exports/file-response.server";
import { MarketDataFailure } from "~/services/market-data/policy/failure.server";
import { coinPicture } from "~/services/pictures/coin-picture.server";
import { pictureResponse } from "~/services/pictures/picture-response.server";
import { UNKNOWN_COIN } from "../../support/unknown-coin";

it.each([
  ["Bitcoin", "Bitcoin"],
  ["a, b", '"a, b"'],
  ['say "x"', '"say ""x"""'],
  ["two\r\nlines", '"two\r\nlines"'],
  ["=1+1", "'=1+1"],
  ["+1", "'+1"],
  ["-1", "'-1"],
  ["@SUM(A1)", "'@SUM(A1)"],
  ["\t=1", "'\t=1"],
  ["\r=1", `"'\r=1"`],
  ["=a\r\n=b", `"'=a\r\n=b"`],
  ['=HYPERLINK("http://x.test","y")', `"'=HYPERLINK(""http://x.test"",""y"")"`],
])("the text %j is the field %j: no spreadsheet evaluates it, and a parser reads it back", (text, field) => {
  expect(csvText(text)).toBe(field);
  const sign = /^[=+\-@\t\r]/.test(text) ? "'" : "";
  expect(parse(`${field},1\r\n`, { record_delimiter: "\r\n" })).toEqual([[sign + text, "1"]]);
});

const NOON = Date.parse("2026-11-22T12:00:00.000Z");

function exportOf(name: string): CoinExport {
  return {
    view: DEFAULT_CHART_VIEW,
    coin: { ...UNKNOWN_COIN, id: "odd", symbol: "odd", name, price: 119, fetchedAt: NOON, pricedAt: NOON },
    currency: "usd",
    range: "24h",
    shownRange: "24h",
    points: [
      [NOON - 3, 1e-7, 2.5e21, null],
      [NOON - 2, 7.71e-13, null, 1e-9],
      [NOON - 1, 0],
      [NOON, 123_456_789_012_345.67],
      [NOON + 1, 1.5e21],
    ],
    fetchedAt: NOON,
    isOutOfDate: false,
  };
}

it.each([
  ["Bitcoin"],
  ['The "Real" Coin'],
  ["Coin, the Second; of\tMany"],
  ["Two\r\nLines\nor Three\rof it"],
  ["=SUM(A1:A9)"],
  ["+1-2@3"],
  ["'quoted'"],
  ['"'],
  // From right to left, so that the words around it keep their order.
  ["币安人生 🐸 عملة", "\u2068币安人生 🐸 عملة\u2069"],
])("a CSV parser reads the history of a coin named %j", (name, written = name) => {
  const { body } = historyCsv(exportOf(name));
  // Without it, Excel would read the name in the letters of its own country.
  expect(body.startsWith("\ufeff")).toBe(true);
  const rows: unknown = parse(body, { record_delimiter: "\r\n", bom: true });
  const title = `Sample, not a live market: Price of ${written} (USD)`;
  expect(rows).toEqual([
    ["Time (UTC)", title, "24h volume (USD)", "Market cap (USD)"],
    ["2026-11-22T11:59:59.997Z", "0.0000001", "2500000000000000000000", ""],
    ["2026-11-22T11:59:59.998Z", "0.000000000000771", "", "0.000000001"],
    ["2026-11-22T11:59:59.999Z", "0", "", ""],
    ["2026-11-22T12:00:00.000Z", "123456789012345.67", "", ""],
    ["2026-11-22T12:00:00.001Z", "1500000000000000000000", "", ""],
  ]);
});

it("a credit is the title of an empty last column of a CSV file", () => {
  const credit = { name: "Prices, Inc.", text: "=Prices, Inc.", href: "https://prices.test/" };
  const [header, ...rows] = parse(historyCsv(exportOf("Odd"), credit).body) as string[][];
  expect(header?.slice(3)).toEqual(["Market cap (USD)", "'=Prices, Inc., https://prices.test/"]);
  expect(rows.map((row) => row.at(4))).toEqual(rows.map(() => ""));
});

it("the JSON document names its version and its columns, and has null for what is not known", () => {
  const asked = { ...exportOf("Odd"), range: "max", shownRange: "1y" } as const;
  const document: unknown = JSON.parse(String(historyJson(asked).body));
  expect(document).toMatchObject({
    version: 2,
    // That of the prices, where the service has no more.
    range: "1y",
    columns: ["time", "price", "volume", "market_cap"],
    units: { price: "USD", volume: "USD", market_cap: "USD" },
  });
  expect(document).toHaveProperty("prices[0]", ["2026-11-22T11:59:59.997Z", 1e-7, 2.5e21, null]);
  expect(document).toHaveProperty("prices[2]", ["2026-11-22T11:59:59.999Z", 0, null, null]);
});

it("candles are exported as their beginnings with four prices, which is what the chart draws", () => {
  const model = { ...exportOf("Odd"), view: { ...DEFAULT_CHART_VIEW, style: "candles" } } as const;
  const rows: unknown = parse(historyCsv(model).body, { record_delimiter: "\r\n", bom: true });
  const [low, high] = ["123456789012345.67", "1500000000000000000000"];
  expect(rows).toEqual([
    ["Time (UTC)", "Sample, not a live market: Open of Odd (USD)", "High (USD)", "Low (USD)", "Close (USD)"],
    ["2026-11-22T11:30:00.000Z", "0.0000001", "0.0000001", "0", "0"],
    ["2026-11-22T12:00:00.000Z", ...[low, high, low, high]],
  ]);
  expect(JSON.parse(String(historyJson(model).body))).toMatchObject({
    page: expect.stringMatching(/\/coin\/odd\?currency=usd&range=24h&style=candles$/),
    columns: ["time", "open", "high", "low", "close"],
    units: { time: "ISO 8601, UTC", open: "USD", high: "USD", low: "USD", close: "USD" },
    prices: [
      ["2026-11-22T11:30:00.000Z", 1e-7, 1e-7, 0, 0],
      ["2026-11-22T12:00:00.000Z", 123_456_789_012_345.67, 1.5e21, 123_456_789_012_345.67, 1.5e21],
    ],
  });
  const svg = String(chartSvg(model, "light").body);
  expect(svg).toContain("candles");
  expect(svg).toMatch(/<path class="down" d="M[^"]+Z"/);
  expect(svg).toMatch(/<path class="up" d="M[^"]+Z"/);
});

it.each([
  [-4.38, "−4.38\u00a0%"],
  [null, null],
])("images of 24 hours have the coin's change of 24 hours, %j, as its page does", (change24h, words) => {
  const points = [60, 30, 0].map((minutes) => [NOON - minutes * 60_000, 100 + minutes] as const);
  const model = { ...exportOf("Odd"), points };
  const coin = { ...model.coin, change24h };
  for (const image of [chartSvg({ ...model, coin }, "light").body, coinPicture({ ...model, coin })])
    expect(/[−+][\d.]+\u00a0%/.exec(String(image))?.[0] ?? null).toBe(words);
  expect(coinPicture({ ...model, coin, range: "7d", shownRange: "7d" })).toContain("−37.50\u00a0%");
});

it("the exported chart has the volumes as bars, where they are known", () => {
  const priced = exportOf("Odd").points.map(([time, price]) => [time, price] as const);
  const plain = String(chartSvg({ ...exportOf("Odd"), points: priced }, "light").body);
  expect(plain).not.toContain("volume");
  const points = [1, 3, 2].map((price, day) => [NOON + day * 86_400_000, price, 10 * price] as const);
  const svg = String(chartSvg({ ...exportOf("Odd"), range: "7d", shownRange: "7d", points }, "dark").body);
  expect(svg).toContain("24h volume as bars");
  expect(svg).toContain('fill-opacity="0.26"');
});

it("image and picture are dotted across a gap, and the file has no row there", () => {
  const points = [0, 1, 2, 3, 4, 10, 11].map((day) => [NOON + day * 86_400_000, 5 + day] as const);
  const model: CoinExport = { ...exportOf("Odd"), range: "14d", shownRange: "14d", points };
  for (const svg of [String(chartSvg(model, "light").body), coinPicture(model)]) {
    expect(svg).toMatch(/<path d="M[^ML"]+L[^ML"]+"[^>]*stroke-dasharray="1\.5 4"/);
    expect(svg).toMatch(/class="line-1" d="M[^M"]+M[^M"]+"/);
  }
  expect(String(historyCsv(model).body).split("\r\n")).toHaveLength(points.length + 2);
});

it("a file or a picture whose history has to wait is an uncached 503 with the time of its slot", async () => {
  const waiting = () =>
    Promise.reject(new MarketDataFailure("overloaded", "no slot yet", { retryAfterMs: 11_200 }));
  for (const response of [
    await fileResponse(waiting(), historyCsv),
    await pictureResponse(waiting(), () => "", new AbortController().signal),
  ]) {
    expect([response.status, response.headers.get("retry-after")]).toEqual([503, "12"]);
    expect(response.headers.get("cache-control")).toBe("no-store");
  }
});

it("the exported chart and the preview image have the change over their range, and high and low", () => {
  const points = [100, 90, 130, 119].map((price, at) => [NOON + (at * 7 * 86_400_000) / 3, price] as const);
  const model: CoinExport = { ...exportOf("Odd"), range: "7d", shownRange: "7d", points };
  for (const svg of [String(chartSvg(model, "light").body), coinPicture(model)]) {
    const text = svg.replace(/<[^>]*>/g, "|");
    expect(text).toContain("▲ +19.00\u00a0%");
    expect(text).toContain("7 days");
    expect(text).toMatch(/high \$130\.00/i);
    expect(text).toMatch(/low \$90\.00/i);
    // The area below the line, and the opening price.
    expect(svg).toContain('fill="url(#chart-area)"');
    expect(svg).toContain("stroke-dasharray");
  }
});
