import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { amountFieldId, editListHref, watchlistHref } from "~/domain/addresses/page-addresses";
import { isolated } from "~/domain/format/text";
import type { NamedCoin } from "~/domain/market/coin";
import { CURRENCIES, type Currency } from "~/domain/market/currency";
import type { PastView } from "~/domain/watchlist/past-view";
import { formatWatchlist, type WatchedCoin } from "~/domain/watchlist/watchlist";
import { HiddenInputs } from "../site/controls";
import { costFieldId, type ListField } from "./holdings";

interface EditListProps {
  readonly fields: readonly ListField[];
  readonly coins: readonly NamedCoin[];
  /** The list that the visitor has begun to change. */
  readonly was: readonly WatchedCoin[];
  readonly currency: Currency;
  readonly view: PastView;
  /** Whether the form was sent and could not be saved. */
  readonly isRefused: boolean;
  readonly children: ReactNode;
}

/** The form of the visitor's own list, around its table. It is sent as a document request, so it needs no script. */
export function EditList({ fields, coins, was, currency, view, isRefused, children }: EditListProps) {
  const list = watchlistHref(currency, [], view);
  return (
    <form className="edit-list" action={editListHref(currency, view)} method="post" autoComplete="off">
      {/* Enter in a field presses the first button. */}
      <button className="is-sr-only" type="submit" tabIndex={-1} aria-hidden="true">
        Save
      </button>
      <HiddenInputs values={{ action: "edit", returnTo: list, was: formatWatchlist(was) }} />
      {children}
      {fields.some(({ text }) => text !== "") ? (
        <button className="button is-ghost" type="submit" name="clear">
          Remove all amounts
        </button>
      ) : null}
      <div className="save-bar">
        {isRefused ? (
          <Refusal fields={fields} coins={coins} />
        ) : (
          <p>{`What one coin has cost: in ${currency.toUpperCase()}, or with a currency, such as 40000 ${CURRENCIES.find((other) => other !== currency)?.toUpperCase()}. Kept in this browser only.`}</p>
        )}{" "}
        <button className="button is-primary" type="submit">
          Save
        </button>{" "}
        <Link className="button" to={list}>
          Cancel
        </Link>
      </div>
    </form>
  );
}

/** Says why nothing was saved, and leads to the first field to correct. The page that answers the form begins here. */
function Refusal({ fields, coins }: Pick<EditListProps, "fields" | "coins">) {
  const wrong = fields.flatMap(({ id, problems }) => [
    ...(problems?.amount ? [{ id, what: "amount", fieldId: amountFieldId(id) }] : []),
    ...(problems?.cost ? [{ id, what: "average paid", fieldId: costFieldId(id) }] : []),
  ]);
  const [first] = wrong;
  const name = coins.find(({ id }) => id === first?.id)?.name ?? first?.id ?? "";
  return (
    // biome-ignore lint/a11y/noAutofocus: the page is the answer to the visitor's form.
    <p role="alert" tabIndex={-1} autoFocus>
      Nothing has been saved yet:{" "}
      {first === undefined ? (
        <span>there is no room for so many digits. Shorten some of them, or remove coins.</span>
      ) : (
        <>
          <FieldLink fieldId={first.fieldId}>{`${isolated(name)}’s ${first.what}`}</FieldLink>{" "}
          <span>
            {wrong.length === 1
              ? "needs another look."
              : `and ${wrong.length - 1} more ${wrong.length === 2 ? "field" : "fields"} need another look.`}
          </span>
        </>
      )}
    </p>
  );
}

export function FieldLink({ fieldId, children }: { readonly fieldId: string; readonly children: string }) {
  return (
    <a
      href={`#${encodeURIComponent(fieldId)}`}
      onClick={(event) => {
        // For the router, another address is the end of the answer.
        event.preventDefault();
        document.getElementById(fieldId)?.focus();
      }}
    >
      {children}
    </a>
  );
}
