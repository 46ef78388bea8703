import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { TryAgain, WaitingNote } from "~/components/chart/waiting-chart";
import { OwnWatchlist } from "~/components/home/own-watchlist";
import { ShortList } from "~/components/home/short-list";
import { AsOf, fitting, PriceChange, priceText } from "~/components/market/figures";
import { MarketDay } from "~/components/market/glance";
import { OutOfDateNotice } from "~/components/market/out-of-date-notice";
import { SearchForm } from "~/components/search/search-fields";
import { ChoiceButtons, currencyChoice, RadioForm } from "~/components/site/controls";
import { createErrorBoundary, createMeta } from "~/components/site/errors";
import { useCurrency } from "~/components/site/hydration";
import { usePageRefresh } from "~/components/site/page-refresh";
import { askedOf } from "~/domain/addresses/canonical-address";
import { coinHref, coinsHref, moversHref, PAGES, searchHref } from "~/domain/addresses/page-addresses";
import { formatPrice } from "~/domain/format/money";
import { joinWords } from "~/domain/format/text";
import type { CoinSummary } from "~/domain/market/coin";
import { MOVER_PERIODS, POPULAR_COINS, scopeInWords } from "~/domain/market/coin-selection";
import { CURRENCIES, CURRENCY_PLURALS } from "~/domain/market/currency";
import { SITE_NAME } from "~/domain/page-meta";
import { PRICES_FRESH_MS } from "~/domain/refresh-schedule";
import bitcoin from "~/images/bitcoin.svg?raw";
import { homePage } from "~/services/page-models/home-page.server";
import { pageHeaders, pageResponse } from "~/services/responses/responses.server";

export const meta = createMeta<typeof loader>(PAGES.home, () => ({
  title: SITE_NAME,
  description: `Coins, their prices and price history, and exchanges, in ${joinWords(CURRENCIES, "or")}.`,
  canonical: PAGES.home.path,
}));

export const headers = pageHeaders;

export function loader({ request }: LoaderFunctionArgs) {
  const { currency, period } = askedOf(PAGES.home, new URL(request.url));
  return pageResponse(homePage(currency, period));
}

export { clientAction, clientLoader } from "~/components/site/page-refresh";

const GAINERS_ID = "gainers";

export default function Home() {
  const data = useLoaderData<typeof loader>();
  const {
    currency,
    period,
    popular,
    day,
    largest,
    gainers,
    trending,
    fetchedAt,
    retryInMs = null,
    hasFailed,
  } = data;
  usePageRefresh(data, "prices", PRICES_FRESH_MS);
  return (
    <>
      <Hero popular={popular} />
      <div className="page home">
        <section className="home-day" aria-labelledby="today">
          <div className="short-title">
            <h2 id="today">Today</h2>
            <RadioForm
              action={PAGES.home.path}
              choices={[currencyChoice(currency)]}
              others={period === "24h" ? {} : { period }}
            />
          </div>
          <OutOfDateNotice age={data} />
          {hasFailed ? (
            <p className="mt-2">
              The market data could not be fetched just now. <TryAgain />
            </p>
          ) : largest.length > 0 || retryInMs === null ? null : (
            <WaitingNote retryInMs={retryInMs} />
          )}
          {hasFailed && day.length === 0 ? null : <MarketDay parts={day} />}
        </section>
        <OwnWatchlist currency={currency} fetchedAt={fetchedAt} />
        <ShortList
          title="Largest"
          scope="by market cap"
          href={coinsHref(currency, 1)}
          coins={largest}
          currency={currency}
        />
        <ShortList
          id={GAINERS_ID}
          title="Gainers"
          scope={scopeInWords({ period, top: 100 })}
          href={moversHref(currency, { list: "gainers", period, top: 100, isTable: false })}
          coins={gainers}
          currency={currency}
          period={period}
          none={largest.length === 0 ? undefined : "None of the hundred largest coins has risen."}
        >
          <ChoiceButtons
            label="Period"
            name="period"
            choices={MOVER_PERIODS}
            shown={period}
            action={`/#${GAINERS_ID}`}
          />
        </ShortList>
        <ShortList
          title="Trending"
          scope="searched most in 24 hours"
          href={searchHref("", currency)}
          coins={trending}
          currency={currency}
        />
        {largest.length === 0 ? null : <AsOf time={fetchedAt} />}
      </div>
    </>
  );
}

type Popular = Pick<CoinSummary, "id" | "name"> &
  Partial<Pick<CoinSummary, "price" | "change24h" | "priceFrom">>;

/** The heading, the search, and what leads to the coins; without the market's data, there are no prices. */
function Hero({ popular = POPULAR_COINS }: { readonly popular?: readonly Popular[] }) {
  const currency = useCurrency();
  return (
    <section
      className="hero-screen is-flex is-flex-direction-column is-align-items-center is-justify-content-center has-text-centered"
      data-theme="dark"
    >
      <div
        className="hero-coin is-flex"
        role="img"
        aria-label="Bitcoin"
        // A file would be painted a round trip later than the words below it.
        // biome-ignore lint/security/noDangerouslySetInnerHtml: our own drawing.
        dangerouslySetInnerHTML={{ __html: bitcoin }}
      />
      <h1 className="hero-title">{SITE_NAME}</h1>
      <p className="hero-line">
        {`Any coin in ${joinWords(CURRENCY_PLURALS, "or")}: no account, no tracking, and it works without JavaScript.`}
      </p>
      <div className="hero-search is-wide" data-theme="light">
        <SearchForm label="Search all coins" query="" currency={currency} isWide hasShortcut />
      </div>
      <ul className="hero-coins is-wide" aria-label="Popular coins">
        {popular.map(({ id, name, price = null, change24h = null, priceFrom }) => (
          <li key={id}>
            <Link to={coinHref(id, currency)}>
              <bdi title={name} translate="no">
                {name}
              </bdi>{" "}
              {change24h === null ? null : <PriceChange percent={change24h} />}{" "}
              <b className={fitting("", formatPrice(price, currency))} translate="no">
                {price === null ? null : priceText(price, currency, priceFrom)}
              </b>
            </Link>
          </li>
        ))}
      </ul>
      <p className="hero-links">
        <Link to={coinsHref(currency, 1)}>All coins</Link>
      </p>
    </section>
  );
}

export const ErrorBoundary = createErrorBoundary(PAGES.home, () => <Hero />);
