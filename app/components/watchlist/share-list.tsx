import { Link, useNavigate } from "@remix-run/react";
import type { Currency } from "~/domain/market/currency";
import { amountsHref, PAGES, watchlistHref } from "~/domain/pages";
import { formatWatchlist, hasAmounts, type WatchedCoin, withoutAmounts } from "~/domain/watchlist";
import { copyAddress, HiddenInputs } from "../site/controls";
import { useHydrated } from "../site/hydration";
import { Icon } from "../site/icons";

interface ShareLinksProps {
  readonly list: readonly WatchedCoin[];
  readonly isOwn: boolean;
  readonly currency: Currency;
  readonly isTable: boolean;
}

/**
 * Links to the list as others see it. The link to the visitor's own list has no amounts; a second one shares them too, and
 * stands beside the link to their form.
 */
export function ShareLinks({ list, isOwn, currency, isTable }: ShareLinksProps) {
  const href = (shared: readonly WatchedCoin[]) => watchlistHref(currency, shared, isTable);
  if (!isOwn) return <ShareLink href={href(list)} isOwn={false} text="Copy link" />;
  return (
    <>
      <ShareLink href={href(withoutAmounts(list))} isOwn text="Share" />{" "}
      <div className="amounts-actions">
        <Link className="button" to={amountsHref(currency, isTable)}>
          Amounts
        </Link>{" "}
        {hasAmounts(list) ? <ShareLink href={href(list)} isOwn text="Share with amounts" /> : null}
      </div>
    </>
  );
}

interface ShareLinkProps {
  /** Address of the list for anybody. */
  readonly href: string;
  readonly isOwn: boolean;
  readonly text: string;
}

/** With JavaScript it copies the address instead, or follows the link if copying fails. */
function ShareLink({ href, isOwn, text }: ShareLinkProps) {
  const navigate = useNavigate();
  const isHydrated = useHydrated();
  // Without a script, this would be a link from a shared list to itself. Its space is reserved.
  if (!isOwn && !isHydrated) return <span className="button is-invisible share-link" />;
  const share = async () => {
    if (!(await copyAddress(new URL(href, window.location.href).href))) navigate(href);
  };
  return (
    <Link
      className="button share-link"
      to={href}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        share();
      }}
    >
      <Icon name="link" /> {text}
    </Link>
  );
}

interface KeepListProps {
  readonly list: readonly WatchedCoin[];
  readonly currency: Currency;
  readonly isTable: boolean;
}

/**
 * Copies the coins of a shared list to the visitor's own, with its amounts only if the box is ticked. The contents of the
 * visitor's list are unknown here.
 */
export function KeepList({ list, currency, isTable }: KeepListProps) {
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
