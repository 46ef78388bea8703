import type { MetaFunction } from "@remix-run/node";
import { Link } from "@remix-run/react";
import { SITE_NAME } from "~/domain/page-title";
import bitcoin from "~/images/bitcoin.svg";
import { LASTING_PAGE } from "~/services/documents/cache-control.server";

export const meta: MetaFunction = () => [
  { title: SITE_NAME },
  {
    name: "description",
    content: "Coins, their prices and price history, and exchanges, in inr, eur or usd.",
  },
  { tagName: "link", rel: "canonical", href: "/" },
];

export const headers = () => ({ "Cache-Control": LASTING_PAGE });

export default function Home() {
  return (
    <section className="hero-screen">
      <img className="hero-coin" src={bitcoin} alt="Bitcoin" width="240" height="240" />
      <h1 className="hero-title">{SITE_NAME}</h1>
      <p className="hero-ways">
        <Link className="hero-way is-first" to="/coins" prefetch="intent">
          Browse coins
        </Link>
        <Link className="hero-way" to="/exchanges" prefetch="intent">
          Browse exchanges
        </Link>
      </p>
    </section>
  );
}
