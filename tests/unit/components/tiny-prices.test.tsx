import type { ReactElement } from "react";
import { expect, it } from "vitest";
import { PriceChart } from "~/components/chart/price-chart";
import { DayRangeBar, Figures } from "~/components/coin/coin-figures";
import { CoinHeading } from "~/components/coin/coin-heading";
import { CoinCards } from "~/components/coins/coin-cards";
import { CoinTable } from "~/components/coins/coin-table";
import { FiguresTable } from "~/components/compare/figures-table";
import { Converter } from "~/components/convert/converter";
import { ShortList } from "~/components/home/short-list";
import { MarketsTable } from "~/components/market/markets-table";
import { Holdings } from "~/components/watchlist/holdings";
import { Portfolio } from "~/components/watchlist/portfolio";
import { DEFAULT_CHART_VIEW } from "~/domain/chart/chart-view";
import { drawCoinChart } from "~/domain/chart/drawing";
import type { PricePoint } from "~/domain/chart/price-history";
import { comparedFigures } from "~/domain/compare/compared-coins";
import { convert, type ShownSide, type Side } from "~/domain/convert/conversion";
import { coinOfAnswer, listedCoin } from "~/domain/market/coin";
import { perCurrency } from "~/domain/market/currency";
import { shownDayRange, shownFigures } from "~/domain/market/shown-coin";
import { shownMarket } from "~/domain/market/shown-markets";
import { TIME } from "~/domain/time";
import { DEFAULT_PAST_VIEW } from "~/domain/watchlist/past-view";
import { valuePortfolio } from "~/domain/watchlist/valuation";
import { UNKNOWN_COIN } from "../../support/unknown-coin";
import { render, textOf } from "./render";

const PRICE = 7.7e-12;
const DUST = { ...UNKNOWN_COIN, ...{ price: PRICE, low24h: PRICE, high24h: 2 * PRICE, allTimeHigh: PRICE } };
const NOON = Date.UTC(2026, 10, 22, 12);
const LISTED = listedCoin(coinOfAnswer({ ...DUST, lastUpdated: NOON - 12 * TIME.DAY }, NOON), NOON);
const PORTFOLIO = valuePortfolio([{ ...LISTED, amount: "1" }], "usd");
const TABLE = { coins: [LISTED], currency: "usd", editHref: "/", fields: null } as const;
const WATCHED = <Holdings key="" {...TABLE} holdings={[]} />;
const OWN = <ShortList key="" title="" scope="" href="/" coins={[LISTED]} currency="usd" />;
const SIDE: ShownSide = { text: "", name: "", remark: null };
const QUERY = { amount: "1", from: "dust", to: "usd" } as const;
const COIN: Side = { kind: "coin", coin: { ...DUST, pricedAt: 0, quotes: perCurrency(() => DUST) } };
const CONVERSION = {
  ...{ query: QUERY, from: SIDE, to: SIDE, pricesFrom: null, common: [], past: null },
  ...convert(QUERY, COIN, { kind: "currency", currency: "usd" }, null),
};
const POINTS: readonly PricePoint[] = [0, 1, 2].map((hour) => [hour * 3_600_000, PRICE]);
const TICKER = {
  ...{ exchange: "Dex", exchangeId: null, coinId: null, pair: "DUST/USD", priceUsd: PRICE, volumeUsd: null },
  ...{ spread: null, trust: null, tradedAt: null, url: null, flaw: null },
};

function chart(): ReactElement {
  const drawn = drawCoinChart(POINTS, "usd", "24h", DEFAULT_CHART_VIEW, 400);
  return (
    <PriceChart
      {...{ ...drawn, name: "Dust", currency: "usd", range: "24h", limit: null, marks: null }}
      hrefOf={String}
    />
  );
}

function comparison(priceFrom?: string): ReactElement {
  const figures = comparedFigures([{ row: DUST, change: null, priceFrom }], "usd", "24h");
  const table = { figures, currency: "usd", capsInWords: "", isWithoutRows: false } as const;
  return <FiguresTable coins={[{ ...DUST, shows: "alone" }]} {...table} />;
}

it.each<[place: string, ReactElement]>([
  ["the heading of its page", <CoinHeading key="" coin={DUST} currency="usd" />],
  ["its range of a day", <DayRangeBar key="" {...shownDayRange(DUST, "usd")} />],
  ["its key figures", <Figures key="" figures={shownFigures(DUST, "usd", false)} />],
  [
    "its markets",
    <MarketsTable key="" caption="" markets={[shownMarket(TICKER, { text: "Dex" }, 1, "usd", 0)]} />,
  ],
  ["its chart, and the table of that", chart()],
  ["a comparison", comparison()],
  ["a watchlist", WATCHED],
  ["a list of Home, as one's own", OWN],
  [
    "the total of a portfolio",
    <Portfolio key="" {...PORTFOLIO} coins={[]} past={null} view={DEFAULT_PAST_VIEW} hrefOf={null} />,
  ],
  [
    "the value of a coin in it",
    <Holdings
      key=""
      {...TABLE}
      coins={[{ ...LISTED, price: null, priceFrom: undefined }]}
      holdings={PORTFOLIO.holdings}
    />,
  ],
  ["a conversion", <Converter key="" shown={CONVERSION} />],
])("a price whose zeros are counted is spoken and copied in full in %s", (_place, element) => {
  // The labels of the chart's axis are part of a drawing, which its description stands for.
  const html = render(element).replace(/<text.*?<\/text>/gs, "");
  const copied = textOf(html.replace(/<span class="is-unselectable" aria-hidden="true".*?<\/span>/g, ""));
  expect(copied).toContain("$0.0000000000077");
  expect(copied).not.toMatch(/0\.0[₀-₉]/);
  // A space before it would be seen.
  expect(html).not.toContain('</span> <span class="for-listeners">$');
});

it.each<[place: string, ReactElement]>([
  ["cards", <CoinCards key="" coins={[LISTED]} currency="usd" />],
  ["the table", <CoinTable key="" rows={[LISTED]} currency="usd" caption="" sorting={null} />],
  ["a watchlist", WATCHED],
  ["a list of Home, as one's own", OWN],
  ["the heading of its page", <CoinHeading key="" coin={{ ...LISTED, lastUpdated: null }} currency="usd" />],
  ["a comparison", comparison(LISTED.priceFrom)],
])("an old price has its date beside it in %s", (_place, element) => {
  expect(textOf(render(element))).toContain("$0.0000000000077 from 10 Nov");
});
