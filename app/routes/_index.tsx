import type { MetaFunction } from "@remix-run/node";
import { Link } from "@remix-run/react";
import { BitcoinPicture } from "~/components/bitcoin-picture";
import { SearchForm } from "~/components/search/search-form";
import { DEFAULT_CURRENCY } from "~/domain/market/currency";
import { pageMeta, SITE_NAME } from "~/domain/page-meta";
import { PAGES } from "~/domain/pages";
import { LASTING_PAGE } from "~/services/documents/cache-control.server";

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(
    {
      title: SITE_NAME,
      description: "Coins, their prices and price history, and exchanges, in inr, eur or usd.",
      canonical: PAGES.home.path,
    },
    matches,
  );

export const headers = () => ({ "Cache-Control": LASTING_PAGE });

export default function Home() {
  return (
    <section className="hero-screen">
      <BitcoinPicture />
      <h1 className="hero-title">{SITE_NAME}</h1>
      <p className="hero-line">Prices and their history in rupees, euros and dollars.</p>
      <SearchForm label="Search all coins" query="" currency={DEFAULT_CURRENCY} isWide />
      <p className="hero-ways">
        <Link className="button is-rounded" to={PAGES.coins.path} prefetch="intent">
          Browse coins
        </Link>
        <Link className="button is-rounded" to={PAGES.exchanges.path} prefetch="intent">
          Browse exchanges
        </Link>
      </p>
    </section>
  );
}
