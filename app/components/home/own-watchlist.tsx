import { Link } from "@remix-run/react";
import { useEffect, useState } from "react";
import { coinsHref, watchlistHref, watchlistStartHref } from "~/domain/addresses/page-addresses";
import type { Currency } from "~/domain/market/currency";
import type { WatchlistStart } from "~/domain/watchlist/valuation";
import { PriceChange, writtenOut } from "../market/figures";
import { SinceLastVisit } from "../watchlist/since-last-visit";
import { useWatchedCount } from "../watchlist/watchlist-store";
import { ListTitle, ShortRows } from "./short-list";

/** The answer shown last, with which a visitor who comes back finds the page as it was. */
let latest: (WatchlistStart & { readonly currency: Currency }) | null = null;

interface OwnWatchlistProps {
  readonly currency: Currency;
  /** Changes with the prices of the page, which are fetched anew then. */
  readonly fetchedAt: number;
}

/**
 * The visitor's own watchlist, or what it is for. Scripts fetch it, because the page around it is the same for everyone. Its room is
 * the same with any list and without one, so that nothing moves when it comes.
 */
export function OwnWatchlist({ currency, fetchedAt }: OwnWatchlistProps) {
  const count = useWatchedCount();
  const [own, setOwn] = useState(latest);
  // biome-ignore lint/correctness/useExhaustiveDependencies: newer prices are a reason to fetch.
  useEffect(() => {
    if (count === 0) return;
    const leaving = new AbortController();
    fetchStart(currency, leaving.signal).then(
      (list) => {
        latest = { ...list, currency };
        setOwn(latest);
      },
      // The page is whole without it, and what was shown stays.
      () => {},
    );
    return () => leaving.abort();
  }, [count, currency, fetchedAt]);
  const shown = count > 0 && own?.currency === currency ? own : null;
  return (
    <section className="box short-list own-watchlist" aria-label="Your watchlist">
      <ListTitle title="Your watchlist" href={watchlistHref(currency, [])}>
        {shown === null || shown.total === null ? null : (
          <span>
            {shown.totalLabel === "Total" ? null : <small>{`${shown.totalLabel} `}</small>}
            <strong translate="no">{writtenOut(shown.total)}</strong>{" "}
            {shown.change === null ? null : <PriceChange percent={shown.change.percent} />}
          </span>
        )}
      </ListTitle>
      {shown !== null ? (
        <>
          <SinceLastVisit since={shown.since} />
          <ShortRows coins={shown.coins} currency={currency} />
        </>
      ) : count > 0 ? null : (
        <>
          <p className="is-quiet mb-3">
            Coins marked with a star make a list of your own, without an account.
          </p>
          <Link className="button" to={coinsHref(currency, 1)}>
            Choose coins
          </Link>
        </>
      )}
    </section>
  );
}

async function fetchStart(currency: Currency, signal: AbortSignal): Promise<WatchlistStart> {
  const answer = await fetch(watchlistStartHref(currency), { signal });
  if (!answer.ok) throw new Error(answer.statusText);
  return answer.json();
}
