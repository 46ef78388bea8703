import type { MetaFunction } from "@remix-run/node";
import { Link } from "@remix-run/react";
import { BitcoinPicture } from "~/components/bitcoin-picture";
import { SearchForm } from "~/components/search/search-form";
import { useCurrency } from "~/components/use-currency";
import { joinWords } from "~/domain/format/text";
import { CURRENCIES, CURRENCY_DETAILS } from "~/domain/market/currency";
import { pageMeta, SITE_NAME } from "~/domain/page-meta";
import { PAGES, withCurrency } from "~/domain/pages";
import { LASTING_PAGE_HEADERS } from "~/services/documents/cache-control.server";

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

export const headers = () => LASTING_PAGE_HEADERS;

export default function Home() {
  const currency = useCurrency();
  return (
    <section className="hero-screen">
      <BitcoinPicture />
      <h1 className="hero-title">{SITE_NAME}</h1>
      <p className="hero-line">{`Prices and their history in ${joinWords(CURRENCY_PLURALS, "and")}.`}</p>
      <SearchForm label="Search all coins" query="" currency={currency} isWide />
      <p className="hero-ways">
        <Link className="button is-rounded" to={withCurrency(PAGES.coins.path, currency)} prefetch="intent">
          Browse coins
        </Link>
        <Link
          className="button is-rounded"
          to={withCurrency(PAGES.exchanges.path, currency)}
          prefetch="intent"
        >
          Browse exchanges
        </Link>
        <Link className="button is-rounded" to={withCurrency(PAGES.compare.path, currency)} prefetch="intent">
          Compare coins
        </Link>
      </p>
    </section>
  );
}
