import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { type ClientLoaderFunctionArgs, Link, useLoaderData } from "@remix-run/react";
import { GainersAndLosers, LargestCoins } from "~/components/home/movers";
import { Glance } from "~/components/market/glance";
import { SearchForm } from "~/components/search/search-fields";
import { useCurrency } from "~/components/site/hydration";
import { Icon } from "~/components/site/icons";
import { joinWords } from "~/domain/format/text";
import { CURRENCIES, CURRENCY_DETAILS, parseCurrency } from "~/domain/market/currency";
import { pageMeta, SITE_NAME } from "~/domain/page-meta";
import { PAGES, withCurrency } from "~/domain/pages";
import { pageHeaders, pageResponse } from "~/services/documents/responses.server";
import { homePage } from "~/services/pages/home-page.server";

const CURRENCY_PLURALS = CURRENCIES.map((currency) => CURRENCY_DETAILS[currency].plural);

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(
    {
      title: SITE_NAME,
      description: `Coins, their prices and price history, and exchanges, in ${joinWords(CURRENCIES, "or")}.`,
      canonical: PAGES.home.path,
    },
    matches,
  );

export const headers = pageHeaders;

export function loader({ request }: LoaderFunctionArgs) {
  return pageResponse(
    Promise.resolve(homePage(parseCurrency(new URL(request.url).searchParams.get("currency")))),
  );
}

/** Shows the page without prices if they cannot be loaded: the rest is still useful. */
export async function clientLoader({ serverLoader }: ClientLoaderFunctionArgs) {
  return serverLoader<typeof loader>().catch(() => null);
}

export default function Home() {
  const currency = useCurrency();
  const market = useLoaderData<typeof clientLoader>();
  return (
    <>
      <section className="hero-screen" data-theme="dark">
        <BitcoinPicture />
        <h1 className="hero-title">{SITE_NAME}</h1>
        <p className="hero-line">
          {`Any coin in ${joinWords(CURRENCY_PLURALS, "or")}: no account, no tracking, and it works without JavaScript.`}
        </p>
        <div className="hero-search" data-theme="light">
          <SearchForm label="Search all coins" query="" currency={currency} isWide hasShortcut />
        </div>
        <p>
          <Link className="button is-ghost" to={withCurrency(PAGES.coins.path, currency)} prefetch="intent">
            Browse coins
            <Icon name="next" />
          </Link>
        </p>
        {market === null ? null : <LargestCoins coins={market.largest} currency={market.currency} />}
        <Glance line={market?.glance ?? null} />
      </section>
      {market === null ? null : (
        <GainersAndLosers movers={market} currency={market.currency} fetchedAt={market.fetchedAt} />
      )}
    </>
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
