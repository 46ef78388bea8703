import { Link, useNavigate } from "@remix-run/react";
import { PAGES, watchlistHref } from "~/domain/addresses/page-addresses";
import type { Currency } from "~/domain/market/currency";
import { formatWatchlist, hasAmounts, type WatchedCoin, withoutAmounts } from "~/domain/watchlist/watchlist";
import { copyAddress, HiddenInputs } from "../site/controls";
import { Icon } from "../site/icons";

/** A link to the own watchlist as others see it. With JavaScript it copies the address instead, or follows the link if copying fails. */
export function ShareLink({ href, text }: { readonly href: string; readonly text: string }) {
  const navigate = useNavigate();
  const share = async () => {
    if (!(await copyAddress(new URL(href, window.location.href).href))) navigate(href);
  };
  return (
    <Link
      className="button"
      to={href}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        share();
      }}
    >
      <Icon name="link" /> <span>{text}</span>
    </Link>
  );
}

interface KeepListProps {
  readonly list: readonly WatchedCoin[];
  readonly currency: Currency;
}

/**
 * Copies the coins of a shared list to the visitor's own, with its amounts only if the box is ticked. The contents of the
 * visitor's list are unknown here.
 */
export function KeepList({ list, currency }: KeepListProps) {
  return (
    <form className="keep-list" action={PAGES.watchlist.path} method="post">
      {/* Of two lists in a form the first one counts. */}
      {hasAmounts(list) ? (
        <label>
          <input type="checkbox" name="ids" value={formatWatchlist(list)} defaultChecked /> With the amounts
        </label>
      ) : null}{" "}
      <HiddenInputs
        values={{
          ids: formatWatchlist(withoutAmounts(list)),
          returnTo: watchlistHref(currency, []),
        }}
      />
      <button className="button is-primary" type="submit" name="action" value="append">
        Add to my list
      </button>{" "}
      <button className="button" type="submit" name="action" value="replace">
        Replace my list
      </button>
    </form>
  );
}
