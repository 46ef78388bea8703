import { describe, expect, it } from "vitest";
import { interactiveChartOptions } from "~/components/chart/interactive-chart-options";
import { PriceChart } from "~/components/chart/price-chart";
import { DayRangeBar, Figures } from "~/components/coin/coin-figures";
import { ExportMenu } from "~/components/coin/export-menu";
import { chartLimit, DEFAULT_CHART_VIEW } from "~/domain/chart/chart-view";
import { drawCoinChart } from "~/domain/chart/drawing";
import type { PricePoint } from "~/domain/chart/price-history";
import type { MarketCoin } from "~/domain/market/coin";
import type { Range } from "~/domain/market/range";
import { shownDayRange, shownFigures } from "~/domain/market/shown-coin";
import { UNKNOWN_COIN } from "../../support/unknown-coin";
import { render, tags, textOf, textsOf } from "./render";

const COIN: MarketCoin = {
  ...UNKNOWN_COIN,
  rank: 1,
  lastUpdated: Date.UTC(2026, 10, 21, 3, 42),
  maxSupply: 21e6,
  price: 150,
  change24h: -0.5,
  low24h: 100,
  high24h: 200,
  marketCap: 1.5e9,
  allTimeLow: 0.5,
  allTimeLowAt: Date.UTC(2013, 6, 6),
};

describe("a coin", () => {
  it("has its key figures as terms and values", () => {
    const html = render(<Figures figures={shownFigures(COIN, "usd", false)} />);
    expect(tags(html, "dt").map(({ text }, index) => [text, tags(html, "dd")[index]?.text])).toEqual([
      ["Max Supply", "21,000,000"],
      ["Circulating Supply", "NA"],
      ["Market Cap", "$1.50B $1,500,000,000"],
      ["Volume (24h)", "NA"],
      ["All Time Low", "$0.50 6 Jul 2013, now 29,900.00 % higher"],
      ["All Time High", "NA"],
    ]);
    const unlimited = shownFigures({ ...COIN, maxSupply: null }, "usd", true);
    expect(unlimited[0]).toEqual({ term: "Max Supply", value: "No limit" });
  });

  it.each([
    [150, 50, "in the middle"],
    [130, 30, "in the lower half"],
    [170, 70, "in the upper half"],
    [50, 0, "near the low"],
    [250, 100, "near the high"],
  ])("at %d lies %d %% of the way between low and high, %s", (price, percent, words) => {
    const range = shownDayRange({ ...COIN, low24h: 100, high24h: 200, price }, "usd");
    const html = render(<DayRangeBar {...range} />);
    expect(html).toContain(`<rect fill="var(--ink)" x="${percent}%"`);
    expect(textOf(html)).toContain(`24h range, the price is ${words}`);
  });

  it.each([null, 200])("without a range has no mark (low %j, high 200)", (low24h) => {
    const range = shownDayRange({ ...COIN, low24h, high24h: 200, price: 200 }, "usd");
    expect(render(<DayRangeBar {...range} />)).not.toContain("var(--ink)");
  });

  it("has escaped HTML to embed its chart, with a preview that is fetched when it is opened", () => {
    const shown = { id: "bitcoin", currency: "usd", range: "7d", siteUrl: "https://site.test" } as const;
    const html = render(<ExportMenu {...shown} name={'B"<'} view={DEFAULT_CHART_VIEW} />);
    expect(tags(html, "textarea")[0]?.text).toContain('alt="Price of B&#34;&#60; in USD, 7 days"');
    expect(tags(html, "img")[0]).toMatchObject({
      src: "/coin/bitcoin/chart.svg?currency=usd&range=7d&mode=light",
      loading: "lazy",
    });
  });
});

describe("a price chart", () => {
  const points = [1, 3, 2].map((price, day) => [Date.UTC(2026, 10, 19 + day), price] as const);
  const chart = (history: readonly PricePoint[], view = DEFAULT_CHART_VIEW, range: Range = "max") => {
    const drawn = drawCoinChart(history, "usd", range, view, 400);
    const limit = chartLimit(view, { metric: drawn.metric, scale: drawn.drawing.scale }, false);
    const shown = { ...drawn, name: "Bitcoin", currency: "usd", range, marks: null, limit } as const;
    return render(<PriceChart {...shown} hrefOf={String} />);
  };

  it("is complete without JavaScript: caption, line, sentence and table", () => {
    const html = chart(points);
    expect(html).toContain('<figure class="price-chart" aria-label="Price in $, all time"');
    expect(headOf(html)).toBe("$2.00 latest all time up 100.00 %Low $1.00 · High $3.00");
    const words = /^Bitcoin, all time: from \$1\.00 to \$2\.00, low \$1\.00 on/;
    expect(tags(html, "desc")[0]?.text).toMatch(words);
    expect(html).toMatch(/<g class="chart-lines"[^>]*><path class="line-1" d="M0,\d/);
    expect(html).toMatch(/<path d="M0,\d[^"]*V1000H0Z" fill="url\(#/);
    expect(html).toMatch(/<path d="M0,[\d.]+H1000"[^>]* stroke-dasharray="3 4"/);
    // The tag of the newest price, among the labels of the axis.
    expect(textsOf(html, "text")).toEqual(["$1.0", "$1.5", "$2.5", "$3.0", "$2.00", "20 Nov"]);
    expect(textsOf(html, "td").join(" | ")).toBe(
      "19 Nov 2026, 00:00 UTC | $1.00 | 20 Nov 2026, 00:00 UTC | $3.00 | 21 Nov 2026, 00:00 UTC | $2.00",
    );
  });

  const capped = points.map(([time, price]): PricePoint => [time, price, null, price * 2e9]);

  it("does not repeat the change over 24 hours, which stands beside the price, and knows none after a price of zero", () => {
    expect(headOf(chart(points, DEFAULT_CHART_VIEW, "24h"))).toBe("$2.00 latest Low $1.00 · High $3.00");
    const ofCap = chart(capped, { metric: "market_cap", style: "line", scale: "linear" }, "24h");
    expect(headOf(ofCap)).toContain("up 100.00 %");
    expect(headOf(chart([[points[0]?.[0] ?? 0, 0], ...points.slice(1)]))).toContain("latest all time NALow");
  });

  it("is broken and dotted at a gap, also once it is interactive, and has no row there", () => {
    const days = [0, 1, 2, 3, 4, 10, 11].map((day) => [Date.UTC(2026, 10, 1 + day), 5 + day] as const);
    const html = chart(days);
    expect(html).toMatch(/<path d="M363\.6,[\d.]+L909\.1,[\d.]+"[^>]*stroke-dasharray="1\.5 4"/);
    expect(html).toMatch(/<path class="line-1" d="M0,[^M"]+M909\.1,[^M"]+"/);
    expect(html).toMatch(/<path d="M0,[^M"]+V1000H0ZM909\.1,[^M"]+V1000H909\.1Z" fill="url/);
    expect(textsOf(html, "td")).toHaveLength(2 * days.length);
    const { drawing } = drawCoinChart(days, "usd", "max", DEFAULT_CHART_VIEW, 400);
    const lines = [{ ...drawing, id: "price", name: "Price", place: 1 as const }];
    const contents = { drawing, lines, currency: "usd", range: "max", series: "", onPoint() {} } as const;
    const [line] = interactiveChartOptions(contents, [0, 0], false).series ?? [];
    expect(line).toMatchObject({ data: days.toSpliced(5, 0, [Date.UTC(2026, 10, 8), null] as never) });
    expect(chart(points)).not.toContain("1.5 4");
  });

  it("of 24 hours says in its head how far apart its points are, unless they are five minutes", () => {
    const head = (stepMs: number, view = DEFAULT_CHART_VIEW, range: Range = "24h") => {
      const points = Array.from({ length: 7 }, (_, at) => [at * stepMs, 1, 2, 3] as const);
      return headOf(chart(points, view, range));
    };
    const caps = { ...DEFAULT_CHART_VIEW, metric: "market_cap" } as const;
    expect(head(3_600_000)).toBe("$1.00 latest hourlyLow $1.00 · High $1.00");
    expect(head(3_600_000, caps)).toContain("since 00:00 UTC, hourly");
    expect(head(4 * 3_600_000)).toContain("latest every 4 hoursLow");
    expect(head(300_000)).toContain("latest Low");
    expect(head(3_600_000, DEFAULT_CHART_VIEW, "7d")).not.toContain("hour");
  });

  it("has the volumes as bars, and says so, where they are known", () => {
    const html = chart(points.map(([time, price], day) => [time, price, [2, 4][day] ?? null] as const));
    expect(html).toMatch(/<path d="M50,1000V925h/);
    expect(textsOf(html, "text")).toContain("Volume");
    expect(textOf(chart(points))).not.toContain("Volume");
  });

  it("names the first day of prices that begin later than the range", () => {
    const html = chart(points, DEFAULT_CHART_VIEW, "1y");
    expect(headOf(html)).toContain("since 19 Nov up 100.00 %");
    expect(textOf(html)).toContain("Bitcoin: Price in $, since 19 Nov");
  });

  it("shows the market cap instead, and names it in every label", () => {
    const html = chart(capped, { metric: "market_cap", style: "line", scale: "log" });
    expect(html).toContain('aria-label="Market cap in $, all time, log scale"');
    expect(headOf(html)).toContain("$4.00B latest");
    expect(tags(html, "desc")[0]?.text).toMatch(
      /^Bitcoin, market cap, all time: from \$2\.00B to \$4\.00B, low \$2\.00B on .* Logarithmic scale\.$/,
    );
    expect(textsOf(html, "th")).toContain("Market cap (USD)");
    expect(textsOf(html, "td")).toContain("$6,000,000,000");
    expect(textOf(html)).not.toContain("gives no market cap");
  });

  it("shows the price where no market cap is known, and says so", () => {
    const html = chart(points, { metric: "market_cap", style: "line", scale: "linear" });
    expect(html).toContain('aria-label="Price in $, all time"');
    expect(textOf(html)).toContain("The market data service gives no market cap here: this is the price.");
  });

  it("keeps a linear scale where a price is zero, and says so", () => {
    const html = chart([...points, [Date.UTC(2026, 10, 22), 0]], { ...DEFAULT_CHART_VIEW, scale: "log" });
    expect(textOf(html)).toContain("A log scale has no place for a price of zero: this scale is linear.");
    expect(html).not.toContain(", log scale");
    expect(html).not.toMatch(/NaN|Infinity/);
  });

  it("without prices says so, and has no table", () => {
    const html = chart([]);
    expect(textOf(html)).toContain("No prices are known for this range.");
    expect(html).not.toContain("<table");
  });
});

/** What the head of a chart tells. */
function headOf(html: string): string | undefined {
  return tags(html, "figcaption")[0]?.text;
}
