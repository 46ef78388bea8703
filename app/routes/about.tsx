import type { MetaFunction } from "@remix-run/node";
import { Link } from "@remix-run/react";
import { useCurrency } from "~/components/site/hydration";
import { useSiteData } from "~/components/site/site-data";
import { PAGES, withCurrency } from "~/domain/addresses/page-addresses";
import { joinWords } from "~/domain/format/text";
import { CURRENCY_PLURALS } from "~/domain/market/currency";
import { pageMeta, pageTitle, SITE_NAME } from "~/domain/page-meta";
import { TIME } from "~/domain/time";
import { publicCacheHeaders } from "~/services/responses/headers.server";

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(
    {
      title: pageTitle("About"),
      description: `What ${SITE_NAME} is, where its figures come from, and what it keeps of its visitors.`,
      canonical: PAGES.about.path,
    },
    matches,
  );

export const headers = () => publicCacheHeaders(TIME.HOUR);

export default function About() {
  const site = useSiteData();
  const { credit = null, isSampleMarket = false, hasOpenData = false } = site ?? {};
  const currency = useCurrency();
  return (
    <div className="page about">
      <h1 className="title">{`About ${SITE_NAME}`}</h1>
      <p>
        {`Here anyone can look up crypto coins: their prices in ${joinWords(CURRENCY_PLURALS, "or")}, their past prices and markets, and the exchanges that trade them. There is no account and no advertisement, and every page works without JavaScript.`}
      </p>
      <h2>Where the figures come from</h2>
      {isSampleMarket ? (
        <p>All prices on this site are samples. They are made up, and move as those of real coins might.</p>
      ) : (
        <p>
          All figures come from{" "}
          {credit ? <a href={credit.href}>{credit.name}</a> : <span>a market data service</span>}. They are
          renewed while somebody looks, and are not checked: they can be late, incomplete or wrong. A page
          whose prices are out of date says so.
        </p>
      )}
      {hasOpenData ? (
        <p>
          Other programs and sites may read past prices: see{" "}
          <Link to={withCurrency(PAGES.api.path, currency)}>open data</Link>.
        </p>
      ) : null}
      <h2>What this site stores</h2>
      <p>Nothing but what you choose, in cookies of this browser:</p>
      <ul>
        <li>The coins of your watchlist, with any amounts</li>
        <li>The light or dark colour mode</li>
        <li>The currency that you chose last</li>
        <li>For a minute, your latest change of the watchlist, to confirm and undo it</li>
      </ul>
      <p>
        The coins that you viewed last are in your browser alone, until you clear them beside the search, and
        so are the last twenty pages, for when you are offline, and your last ten changes of the watchlist,
        for your other tabs. Nobody is tracked, here or elsewhere, and nothing here comes from the servers of
        others: this site fetches pictures of coins and exchanges itself.
      </p>
      <h2>No advice</h2>
      <p>
        Nothing on this site is advice to buy, hold or sell anything. Prices of coins can fall to nothing.
        Decide for yourself, and do not rely on a single source.
      </p>
    </div>
  );
}
