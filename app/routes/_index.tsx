import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { Fragment } from "react";
import { WaitingNote } from "~/components/chart/waiting-chart";
import { OwnList } from "~/components/home/own-list";
import { ShortList } from "~/components/home/short-list";
import { MarketTiles } from "~/components/market/glance";
import { OutOfDateNotice } from "~/components/market/out-of-date-notice";
import { SearchForm } from "~/components/search/search-fields";
import { currencyChoice, RadioForm } from "~/components/site/controls";
import { createErrorBoundary, createMeta } from "~/components/site/errors";
import { useCurrency } from "~/components/site/hydration";
import { keepDataWhenRefreshFails, triggerReload, usePageRefresh } from "~/components/site/page-refresh";
import { joinWords } from "~/domain/format/text";
import { changeOver, MOVER_PERIODS, parsePeriod } from "~/domain/market/coin-selection";
import { CURRENCIES, CURRENCY_PLURALS, parseCurrency } from "~/domain/market/currency";
import { SITE_NAME } from "~/domain/page-meta";
import { coinHref, coinsHref, homeHref, moversHref, PAGES, searchHref } from "~/domain/pages";
import { PRICES_FRESH_MS } from "~/domain/refresh-plan";
import { pageHeaders, pageResponse } from "~/services/documents/responses.server";
import { homePage } from "~/services/pages/home-page.server";

export const meta = createMeta<typeof loader>(PAGES.home, () => ({
  title: SITE_NAME,
  description: `Coins, their prices and price history, and exchanges, in ${joinWords(CURRENCIES, "or")}.`,
  canonical: PAGES.home.path,
}));

export const headers = pageHeaders;

export function loader({ request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams;
  return pageResponse(homePage(parseCurrency(query.get("currency")), parsePeriod(query)));
}

export const clientLoader = keepDataWhenRefreshFails;

export const clientAction = triggerReload;

export default function Home() {
  const data = useLoaderData<typeof loader>();
  const { currency, period, tiles, largest, gainers, trending, fetchedAt, retryInMs = null } = data;
  usePageRefresh(data, "prices", PRICES_FRESH_MS);
  return (
    <>
      <Hero />
      <div className="page home-lists">
        <RadioForm
          action={PAGES.home.path}
          choices={[currencyChoice(currency)]}
          kept={period === "24h" ? {} : { period }}
        />
        <OutOfDateNotice age={data} />
        {largest.length > 0 || retryInMs === null ? null : <WaitingNote retryInMs={retryInMs} />}
        <MarketTiles tiles={tiles} />
        <OwnList currency={currency} fetchedAt={fetchedAt} />
        <ShortList title="Largest" href={coinsHref(currency, 1)} coins={largest} currency={currency} />
        <ShortList
          title="Gainers"
          href={moversHref(currency, { list: "gainers", period, isTable: false })}
          coins={gainers}
          currency={currency}
          figure={changeOver(period)}
          none={largest.length === 0 ? undefined : "None of the hundred largest coins has risen."}
        >
          <span className="is-quiet">of the top 100</span>{" "}
          <span className="segmented">
            {MOVER_PERIODS.map((each) => (
              <Link
                key={each}
                to={homeHref(currency, each)}
                preventScrollReset
                discover="none"
                aria-current={each === period ? "true" : undefined}
              >
                {`${each} `}
              </Link>
            ))}
          </span>
        </ShortList>
        <ShortList title="Trending" href={searchHref("", currency)} coins={trending} currency={currency} />
      </div>
    </>
  );
}

const POPULAR = { bitcoin: "Bitcoin", ethereum: "Ethereum", solana: "Solana", ripple: "XRP" } as const;

/** What the home page has without prices: its heading, the search, and what leads to the coins. */
function Hero() {
  const currency = useCurrency();
  return (
    <section
      className="hero-screen is-flex is-flex-direction-column is-align-items-center is-justify-content-center has-text-centered"
      data-theme="dark"
    >
      <BitcoinPicture />
      <h1 className="hero-title">{SITE_NAME}</h1>
      <p className="hero-line">
        {`Any coin in ${joinWords(CURRENCY_PLURALS, "or")}: no account, no tracking, and it works without JavaScript.`}
      </p>
      <div className="hero-search" data-theme="light">
        <SearchForm label="Search all coins" query="" currency={currency} isWide hasShortcut />
      </div>
      <p className="hero-links is-justify-content-center">
        Popular:{" "}
        {Object.entries(POPULAR).map(([id, name]) => (
          <Fragment key={id}>
            <Link to={coinHref(id, currency)}>{name}</Link>{" "}
          </Fragment>
        ))}
        <Link to={coinsHref(currency, 1)}>All coins</Link>
      </p>
    </section>
  );
}

/** Bitcoin as a coin, inlined: a file would be painted a round trip later than the words beside it. */
function BitcoinPicture() {
  return (
    <svg className="hero-coin" role="img" aria-label="Bitcoin" viewBox="0 0 240 240" width="240" height="240">
      <defs>
        <radialGradient id="face" cx="38%" cy="30%" r="80%">
          <stop offset="0" stopColor="#ffc56b" />
          <stop offset=".55" stopColor="#f7931a" />
          <stop offset="1" stopColor="#b65f05" />
        </radialGradient>
        <linearGradient id="rim" x1="0" y1="0" x2="1" y2="1">
          <stop offset="0" stopColor="#ffe2ad" />
          <stop offset="1" stopColor="#8f4802" />
        </linearGradient>
      </defs>
      <circle cx="120" cy="120" r="116" fill="url(#rim)" />
      <circle cx="120" cy="120" r="106" fill="url(#face)" />
      <g fill="none" stroke="#fff">
        <circle
          cx="120"
          cy="120"
          r="92"
          strokeOpacity=".35"
          strokeWidth="3"
          strokeDasharray="2 9"
          strokeLinecap="round"
        />
        <g transform="rotate(12 120 120)" strokeWidth="17" strokeLinejoin="round">
          <path d="M100 54v18M126 54v18M100 168v18M126 168v18" strokeLinecap="round" />
          <path
            d="M84 72h46c34 0 34 46 0 46h-30M100 72v96M100 118h36c38 0 38 50 0 50H84"
            strokeLinecap="round"
          />
        </g>
      </g>
    </svg>
  );
}

export const ErrorBoundary = createErrorBoundary(PAGES.home, Hero);
