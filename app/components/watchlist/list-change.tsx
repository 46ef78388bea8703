import { Link, useLocation, useMatches } from "@remix-run/react";
import { createContext, type ReactNode, useContext, useEffect } from "react";
import { pageAddress } from "~/domain/page-address";
import { PAGES, withCurrency } from "~/domain/pages";
import { describeChange, type ListChange } from "~/domain/watchlist";
import { HiddenInputs } from "../site/controls";
import { useCurrency, useHydrated } from "../site/hydration";
import { showToast } from "../site/toasts";
import { undoForm } from "./watchlist-store";

const Context = createContext<ListChange | null>(null);

interface ListChangesProps {
  /** What the last form changed, if this page is the answer to it. */
  readonly change: ListChange | null;
  readonly children: ReactNode;
}

/**
 * Passes a change of the visitor's list to the next page, which is then for this visitor alone. Once hydrated, a toast says the
 * same.
 */
export function ListChanges({ change, children }: ListChangesProps) {
  const isHydrated = useHydrated();
  return <Context.Provider value={isHydrated ? null : change}>{children}</Context.Provider>;
}

/** Returns the change that the page answers; null on all other pages, and with JavaScript. */
export function useListChange(): ListChange | null {
  return useContext(Context);
}

/** Describes the change of the list, and offers to undo it. */
export function ListNotice() {
  const change = useNamed(useListChange());
  const address = pageAddress(useLocation());
  const currency = useCurrency();
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the first page answers the form.
  useEffect(() => {
    if (change !== null) showToast(describeChange(change), undoForm(change));
  }, []);
  if (change === null) return null;
  const { path } = PAGES.watchlist;
  const undo = undoForm(change);
  return (
    <div className="notification toast list-notice" role="status">
      <p>{describeChange(change)}. </p>
      {undo === null ? null : (
        <form action={path} method="post">
          <HiddenInputs
            values={{ ...undo.values, id: change.id ?? "", name: change.name ?? "", returnTo: address }}
          />
          <button className="toast-action" type="submit">
            {undo.label}
          </button>
        </form>
      )}{" "}
      {address.startsWith(path) ? null : <Link to={withCurrency(path, currency)}>Your watchlist</Link>}
    </div>
  );
}

/** Adds the name of the changed coin from the page's data, so that not every star has to carry it. */
function useNamed(change: ListChange | null): ListChange | null {
  const matches = useMatches();
  if (change === null || change.name !== null) return change;
  // The data hold coins directly or in lists.
  const parts = matches.flatMap(({ data }) => Object.values(data ?? {}).flat());
  const coin = parts.find((part) => isNamed(part) && part.id === change.id);
  return isNamed(coin) ? { ...change, name: coin.name } : change;
}

function isNamed(part: unknown): part is { readonly id: unknown; readonly name: string } {
  return (
    typeof part === "object" &&
    part !== null &&
    "id" in part &&
    "name" in part &&
    typeof part.name === "string"
  );
}
