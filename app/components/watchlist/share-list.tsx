import { Link, useNavigate } from "@remix-run/react";
import { editListHref, PAGES, searchHref, watchlistHref } from "~/domain/addresses/page-addresses";
import type { Currency } from "~/domain/market/currency";
import {
  formatWatchlist,
  hasAmounts,
  type WatchedCoin,
  withoutAmounts,
  withoutCosts,
} from "~/domain/watchlist/watchlist";
import { copyAddress, HiddenInputs } from "../site/controls";
import { Icon } from "../site/icons";

interface SharedListProps {
  readonly list: readonly WatchedCoin[];
  readonly currency: Currency;
  readonly isTable: boolean;
}

/**
 * Links to the own watchlist as others see it, and to what changes the visitor's own. The link to that has no amounts; a second one shares
 * them too, but never what was paid.
 */
export function ShareLinks({ list, currency, isTable }: SharedListProps) {
  const href = (shared: readonly WatchedCoin[]) => watchlistHref(currency, shared, isTable);
  return (
    <div className="list-actions">
      <Link className="button" to={editListHref(currency, isTable)}>
        <Icon name="move" /> Edit
      </Link>{" "}
      <ShareLink href={href(withoutAmounts(list))} text="Share" />{" "}
      <Link className="button" to={searchHref("", currency)}>
        Add a coin
      </Link>{" "}
      {hasAmounts(list) ? <ShareLink href={href(withoutCosts(list))} text="Share with amounts" /> : null}
    </div>
  );
}

/** With JavaScript it copies the address instead, or follows the link if copying fails. */
function ShareLink({ href, text }: { readonly href: string; readonly text: string }) {
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

/**
 * Copies the coins of a shared list to the visitor's own, with its amounts only if the box is ticked. The contents of the
 * visitor's list are unknown here.
 */
export function KeepList({ list, currency, isTable }: SharedListProps) {
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
          returnTo: watchlistHref(currency, [], isTable),
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
