import { useEffect, useState } from "react";
import { watchlistHref, watchlistStartHref } from "~/domain/addresses/page-addresses";
import type { Currency } from "~/domain/market/currency";
import type { WatchlistStart } from "~/domain/watchlist/valuation";
import { PriceChange, writtenOut } from "../market/figures";
import { useWatchedCount } from "../watchlist/watchlist-store";
import { ShortList } from "./short-list";

/** The answer shown last, with which a visitor who comes back finds the page as it was. */
let latest: (WatchlistStart & { readonly currency: Currency }) | null = null;

interface OwnWatchlistProps {
  readonly currency: Currency;
  /** Changes with the prices of the page, which are fetched anew then. */
  readonly fetchedAt: number;
}

/** The visitor's own watchlist, if there is one. Scripts fetch it, because the page around it is the same for everyone. */
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
  if (count === 0 || own?.currency !== currency) return null;
  return (
    <div className="own-watchlist">
      <ShortList
        title="Your watchlist"
        href={watchlistHref(currency, [])}
        coins={own.coins}
        currency={currency}
      >
        {own.total === null ? null : (
          <span>
            {own.totalLabel === "Total" ? null : <small className="is-quiet">{`${own.totalLabel} `}</small>}
            <strong translate="no">{writtenOut(own.total)}</strong>{" "}
            {own.change === null ? null : <PriceChange percent={own.change.percent} />}
          </span>
        )}
      </ShortList>
    </div>
  );
}

async function fetchStart(currency: Currency, signal: AbortSignal): Promise<WatchlistStart> {
  const answer = await fetch(watchlistStartHref(currency), { signal });
  if (!answer.ok) throw new Error(answer.statusText);
  return answer.json();
}
