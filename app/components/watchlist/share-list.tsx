import { Form, Link, useNavigate } from "@remix-run/react";
import type { Currency } from "~/domain/market/currency";
import { PAGES, watchlistHref } from "~/domain/pages";
import { copyAddress, HiddenInputs } from "../site/controls";
import { useHydrated } from "../site/hydration";
import { Icon } from "../site/icons";

interface ShareLinkProps {
  /** Address of the list for anybody. */
  readonly href: string;
  readonly isOwn: boolean;
}

/** Link to the list as others see it. With JavaScript it copies that address instead, or follows the link if copying fails. */
export function ShareLink({ href, isOwn }: ShareLinkProps) {
  const navigate = useNavigate();
  const isHydrated = useHydrated();
  // Without a script, this would be a link from a shared list to itself.
  if (!isOwn && !isHydrated) return null;
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
      <Icon name="link" /> {isOwn ? "Share" : "Copy link"}
    </Link>
  );
}

interface KeepListProps {
  readonly ids: readonly string[];
  readonly currency: Currency;
  readonly isTable: boolean;
}

/** Takes the coins of a shared list over to the visitor's own. What is on that, if anything, is not known here. */
export function KeepList({ ids, currency, isTable }: KeepListProps) {
  return (
    <Form className="keep-list" action={PAGES.watchlist.path} method="post" reloadDocument>
      <HiddenInputs values={{ ids: ids.join(","), returnTo: watchlistHref(currency, [], isTable) }} />
      <button className="button is-primary" type="submit" name="action" value="append">
        Add to my list
      </button>{" "}
      <button className="button" type="submit" name="action" value="replace">
        Replace my list
      </button>
    </Form>
  );
}
