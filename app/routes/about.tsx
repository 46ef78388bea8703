import type { MetaFunction } from "@remix-run/node";
import { Link } from "@remix-run/react";
import { Fragment } from "react";
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

const OFFLINE = "pages, files";

/** All that a browser keeps of this site, by the names under which it shows them. */
const STORED = [
  {
    where: "Nothing but what you choose, in cookies of this browser:",
    what: [
      ["watchlist", "the coins of your watchlist, with any amounts, for a year"],
      ["colour-mode", "light or dark, for a year"],
      ["currency", "the currency that you chose last, for a year"],
      ["watchlist_seen", "when you looked at it last, and when you left it before that, for a year"],
      ["watchlist_change", "for a minute, your latest change of the watchlist, to confirm and undo it"],
    ],
  },
  {
    where: "In the storage of this browser, which never leaves it:",
    what: [
      ["recent-coins", "the coins that you viewed last, until you clear them beside the search"],
      ["watchlist-changes", "your last ten changes of the watchlist, for your other tabs"],
      ["positions", "how far you had scrolled, until you close the tab"],
      [OFFLINE, "the last twenty pages with their files, for when you are offline"],
    ],
  },
] as const;

export default function About() {
  const site = useSiteData();
  const { credit = null, isSampleMarket = false, hasOpenData = false, owner = [] } = site ?? {};
  const keepsPages = site?.keepsPagesOffline ?? false;
  const currency = useCurrency();
  return (
    <div className="page about in-columns">
      <div className="list-head is-linkless">
        <h1 className="title">{`About ${SITE_NAME}`}</h1>
      </div>
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
      {owner.length === 0 ? null : (
        <>
          <h2>Who runs this site</h2>
          <ul>
            {owner.map(({ name, href }) => (
              <li key={name}>
                <a href={href}>{name}</a>
              </li>
            ))}
          </ul>
        </>
      )}
      <h2>What this site stores</h2>
      {STORED.map(({ where, what }) => (
        <Fragment key={where}>
          <p>{where}</p>
          <ul>
            {what
              .filter(([name]) => keepsPages || name !== OFFLINE)
              .map(([name, words]) => (
                <li key={name}>
                  <span translate="no">{name}</span>: <span>{words}</span>
                </li>
              ))}
          </ul>
        </Fragment>
      ))}
      <p>
        The server reads these cookies to make your pages, and keeps nothing of them. To share its calls
        fairly, it counts in its memory, for six hours at most, what each network asks for; no log has your
        address or your coins. Nobody is tracked, here or elsewhere, and nothing here comes from the servers
        of others: this site fetches pictures of coins and exchanges itself.
      </p>
      <h2>No advice</h2>
      <p>
        Nothing on this site is advice to buy, hold or sell anything. Prices of coins can fall to nothing.
        Decide for yourself, and do not rely on a single source.
      </p>
    </div>
  );
}
