import { describe, expect, it } from "vitest";
import { PriceChart } from "~/components/chart/price-chart";
import { RangeButtons, RangeLinks } from "~/components/chart/range-buttons";
import { RangeChange } from "~/components/chart/range-change";
import { WaitingChart } from "~/components/chart/waiting-chart";
import { DayRangeBar, Figures } from "~/components/coin/coin-figures";
import { CoinHeading } from "~/components/coin/coin-heading";
import { ExportLinks } from "~/components/coin/export-links";
import { type ChartView, chartLimit, DEFAULT_CHART_VIEW } from "~/domain/chart/chart-view";
import { drawCoinChart } from "~/domain/chart/drawing";
import { type PricePoint, seriesFigures } from "~/domain/chart/price-history";
import type { MarketCoin } from "~/domain/market/coin";
import { RANGES, type Range } from "~/domain/market/range";
import { shownDayRange, shownFigures } from "~/services/pages/shown-coin.server";
import { UNKNOWN_COIN } from "../../support/unknown-coin";
import { hiddenInputs, render, tags, textOf } from "./render";

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
  it("is shown with its rank, price, change and time", () => {
    const html = render(<CoinHeading coin={COIN} currency="usd" />);
    expect(tags(html, "h1")[0]?.text).toBe("Bitcoin btc");
    expect(tags(html, "p").map(({ text }) => text)).toEqual([
      "#1",
      "$150.00",
      "down 0.50 % in 24 hours",
      "Last Updated On 21 Nov 2026, 03:42 UTC",
    ]);
  });

  it("has NA for unknown figures", () => {
    const html = render(<CoinHeading coin={UNKNOWN_COIN} currency="usd" />);
    expect(tags(html, "p").map(({ text }) => text)).toEqual([
      "NA",
      "NA",
      "NA in 24 hours",
      "Last Updated On NA",
    ]);
  });

  it("has its key figures as terms and values", () => {
    const html = render(<Figures figures={shownFigures(COIN, "usd", false)} />);
    expect(tags(html, "dt").map(({ text }, index) => [text, tags(html, "dd")[index]?.text])).toEqual([
      ["Max Supply", "21,000,000"],
      ["Circulating Supply", "NA"],
      ["Market Cap", "$1.5B $1,500,000,000"],
      ["Volume (24h)", "NA"],
      ["All Time Low", "$0.50 6 Jul 2013, now 29,900.00 % higher"],
      ["All Time High", "NA"],
    ]);
    const unlimited = shownFigures({ ...COIN, maxSupply: null }, "usd", true);
    expect(unlimited[0]).toEqual({ term: "Max Supply", value: "No limit" });
  });

  it.each([
    [150, 50],
    [50, 0],
    [250, 100],
  ])("at %d lies %d %% of the way between low and high", (price, percent) => {
    const range = shownDayRange({ ...COIN, low24h: 100, high24h: 200, price }, "usd");
    const html = render(<DayRangeBar {...range} />);
    expect(html).toContain(`cx="${percent}%"`);
    expect(textOf(html)).toContain(`The price is ${percent} % of the way from the low to the high.`);
  });

  it("without a range has no mark", () => {
    const unknown = { ...COIN, low24h: null, high24h: 200, price: 150 };
    expect(render(<DayRangeBar {...shownDayRange(unknown, "usd")} />)).not.toContain("circle");
    const empty = { ...COIN, low24h: 200, high24h: 200, price: 200 };
    expect(render(<DayRangeBar {...shownDayRange(empty, "usd")} />)).not.toContain("circle");
  });

  it("offers a comparison, its history as files, and escaped HTML to embed with a preview", () => {
    const html = render(
      <ExportLinks
        id="bitcoin"
        name={'B"<'}
        currency="usd"
        range="7d"
        view={DEFAULT_CHART_VIEW}
        siteUrl="https://site.test"
      />,
    );
    expect(tags(html, "a").map(({ href, text }) => [text, href])).toEqual([
      ["Compare", "/compare?ids=bitcoin&currency=usd&range=7d"],
      ["CSV", "/coin/bitcoin/history.csv?currency=usd&range=7d"],
      ["JSON", "/coin/bitcoin/history.json?currency=usd&range=7d"],
      ["SVG", "/coin/bitcoin/chart.svg?currency=usd&range=7d&mode=light"],
    ]);
    expect(tags(html, "textarea")[0]?.text).toContain('alt="Price of B&#34;&#60; in USD, 7 days"');
    expect(tags(html, "img")[0]).toMatchObject({
      src: "/coin/bitcoin/chart.svg?currency=usd&range=7d&mode=light",
      loading: "lazy",
    });
    const unplaced = render(
      <ExportLinks id="b" name="B" currency="usd" range="7d" view={DEFAULT_CHART_VIEW} siteUrl={null} />,
    );
    expect(unplaced).not.toContain("textarea");
  });
});

describe("the change over a range", () => {
  const DAY_MS = 86_400_000;
  const FROM = Date.UTC(2025, 10, 21);
  const change = (...prices: readonly number[]) =>
    render(
      <RangeChange
        figures={seriesFigures(
          prices.map((price, index) => [FROM + (index * 365 * DAY_MS) / (prices.length - 1), price]),
        )}
        metric="price"
        currency="usd"
        range="1y"
      />,
    );

  it("is shown with the lowest and the highest price, and read out without signs", () => {
    const html = change(100, 90, 130.5, 119.65);
    expect(textOf(html)).toBe("1 year up 19.65 % Low $90.00 · High $130.50");
    expect(textOf(html.replace(/<span aria-hidden="true">.*?<\/span>/g, ""))).toBe(
      "1 year up 19.65 % Low $90.00 High $130.50",
    );
    expect(iconIn(html)).toBe("up");
  });

  it("is not known after a price of zero, and while the history is awaited", () => {
    expect(textOf(change(0, 5))).toBe("1 year NA Low $0.00 · High $5.00");
    expect(textOf(render(<RangeChange figures={null} metric="price" currency="usd" range="7d" />))).toBe(
      "7 days",
    );
  });
});

describe("ranges", () => {
  it("are buttons, and the current one is disabled", () => {
    const html = render(
      <RangeButtons action="/coin/bitcoin" value="30d" kept={{ currency: "usd", scale: "log" }} />,
    );
    expect(tags(html, "button").map(({ text }) => text)).toEqual(RANGES);
    expect(html.match(/<button[^>]*disabled=""[^>]*>/g)).toEqual([
      expect.stringMatching(/value="30d".* aria-current="true"/),
    ]);
    expect(hiddenInputs(html)).toEqual({ currency: "usd", scale: "log" });
    expect(html).toContain('aria-label="Range: 30 days"');
  });

  it("are links in a comparison, and the current one is marked", () => {
    const html = render(<RangeLinks value="max" hrefOf={(range) => `/to/${range}`} />);
    expect(tags(html, "a").map(({ href }) => href)).toEqual(RANGES.map((range) => `/to/${range}`));
    expect(tags(html, "a").flatMap((link) => (link["aria-current"] ? [link.text] : []))).toEqual(["max"]);
  });
});

describe("a price chart", () => {
  const points = [1, 3, 2].map((price, day) => [Date.UTC(2026, 10, 19 + day), price] as const);
  const chart = (
    history: readonly PricePoint[],
    view: ChartView = DEFAULT_CHART_VIEW,
    range: Range = "max",
  ) => {
    const shown = drawCoinChart(history, "usd", view, 400);
    const { metric, drawing } = shown;
    return render(
      <PriceChart
        {...shown}
        name="Bitcoin"
        figures={seriesFigures(drawing.points)}
        currency="usd"
        range={range}
        limit={chartLimit(view, { metric, scale: drawing.scale }, false)}
      />,
    );
  };

  it("is complete without JavaScript: caption, line, sentence and table", () => {
    const html = chart(points);
    expect(tags(html, "figcaption")[0]?.text).toBe("Price in $, all time Times in UTC");
    expect(tags(html, "desc")[0]?.text).toMatch(
      /^Bitcoin, all time: from \$1\.00 to \$2\.00, low \$1\.00 on/,
    );
    expect(html).toMatch(/<g class="chart-lines"[^>]*><path class="line-1" d="M0,\d/);
    expect(html).toMatch(/<path d="M0,\d[^"]*V1000H0Z" fill="url\(#/);
    expect(html).toMatch(/<path d="M0,[\d.]+H1000"[^>]* stroke-dasharray="3 4"/);
    expect(tags(html, "text").map(({ text }) => text)).toEqual(
      expect.arrayContaining(["High $3.00", "Low $1.00", "$2.00"]),
    );
    expect(tags(html, "td").map(({ text }) => text)).toEqual([
      "19 Nov 2026, 00:00 UTC",
      "$1.00",
      "20 Nov 2026, 00:00 UTC",
      "$3.00",
      "21 Nov 2026, 00:00 UTC",
      "$2.00",
    ]);
  });

  it("has the volumes as bars, and says so, where they are known", () => {
    const html = chart(points.map(([time, price], day) => [time, price, [2, 4][day] ?? null] as const));
    expect(html).toMatch(/<path d="M50,1000V900h/);
    expect(tags(html, "figcaption")[0]?.text).toContain("Bars: 24h volume");
    expect(textOf(chart(points))).not.toContain("volume");
  });

  it("names the first day of prices that begin later than the range", () => {
    const html = chart(points, DEFAULT_CHART_VIEW, "1y");
    expect(tags(html, "figcaption")[0]?.text).toBe("Price in $, since 19 Nov Times in UTC");
    expect(textOf(html)).toContain("Bitcoin: Price in $, since 19 Nov");
  });

  const capped = points.map(([time, price]): PricePoint => [time, price, null, price * 2e9]);

  it("shows the market cap instead, and names it in every label", () => {
    const html = chart(capped, { metric: "market_cap", scale: "log" });
    expect(tags(html, "figcaption")[0]?.text).toBe("Market cap in $, all time, log scale Times in UTC");
    expect(tags(html, "desc")[0]?.text).toMatch(
      /^Bitcoin, market cap, all time: from \$2B to \$4B, low \$2B on .* Logarithmic scale\.$/,
    );
    expect(tags(html, "th").map(({ text }) => text)).toContain("Market cap (USD)");
    expect(tags(html, "td").map(({ text }) => text)).toContain("$6,000,000,000");
    expect(html).not.toContain("price-chart-limit");
  });

  it("shows the price where no market cap is known, and says so", () => {
    const html = chart(points, { metric: "market_cap", scale: "linear" });
    expect(tags(html, "figcaption")[0]?.text).toBe("Price in $, all time Times in UTC");
    expect(textOf(html)).toContain("The market data service gives no market cap here: this is the price.");
  });

  it("keeps a linear scale where a price is zero, and says so", () => {
    const html = chart([...points, [Date.UTC(2026, 10, 22), 0]], { metric: "price", scale: "log" });
    expect(textOf(html)).toContain("A log scale has no place for a price of zero: this scale is linear.");
    expect(textOf(html)).not.toContain("log scale Times");
    expect(html).not.toMatch(/NaN|Infinity/);
  });

  it("whose history has to wait says when it is requested, with a link that requests it now", () => {
    const html = render(
      <WaitingChart series="Price in $" range="7d" retryInMs={11_200} />,
      "/coin/bitcoin?range=7d&x=1",
    );
    expect(tags(html, "figcaption")[0]?.text).toBe("Price in $, 7 days");
    expect(textOf(html)).toContain("Next attempt in 12 seconds.");
    expect(tags(html, "a")).toEqual([{ text: "Try again", href: "/coin/bitcoin?currency=inr&range=7d" }]);
  });

  it("without prices says so, and has no table", () => {
    const html = chart([]);
    expect(textOf(html)).toContain("No prices are known for this range.");
    expect(html).not.toContain("<table");
  });
});

/** Names the triangle that the style sheet draws; null where there is none. */
function iconIn(html: string): "up" | "down" | null {
  if (html.includes('class="change up"')) return "up";
  return html.includes('class="change down"') ? "down" : null;
}
