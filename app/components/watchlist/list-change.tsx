import { Link, useLocation, useMatches } from "@remix-run/react";
import { createContext, type ReactNode, useContext, useEffect } from "react";
import { pageAddress } from "~/domain/page-address";
import { PAGES, withCurrency } from "~/domain/pages";
import { describeChange, formatWatchlist, type ListChange } from "~/domain/watchlist";
import { HiddenInputs } from "../site/controls";
import { useCurrency, useHydrated } from "../site/hydration";
import { showToast, type ToastForm } from "../site/toasts";

/** A change that the page answers, and whether its coin is on the list now. */
export interface AnsweredChange extends ListChange {
  readonly isWatched: boolean;
}

/** Event of the document after a script has changed the list. */
export const LIST_CHANGED = "watchlist";

const PATH = PAGES.watchlist.path;

const Context = createContext<AnsweredChange | null>(null);

interface ListChangesProps {
  /** What the last form has changed, if this page is the answer to it. */
  readonly change: AnsweredChange | null;
  readonly children: ReactNode;
}

/**
 * Hands a change of the visitor's list to the page after it, which is for this visitor alone. Once hydrated, the page is like any
 * other: a toast says the same.
 */
export function ListChanges({ change, children }: ListChangesProps) {
  const isHydrated = useHydrated();
  return <Context.Provider value={isHydrated ? null : change}>{children}</Context.Provider>;
}

/** Returns the change that the page answers; null on all other pages, and with JavaScript. */
export function useListChange(): AnsweredChange | null {
  return useContext(Context);
}

/** Says what has happened to the list, and offers to undo it. */
export function ListNotice() {
  const change = useNamed(useListChange());
  const address = pageAddress(useLocation());
  const currency = useCurrency();
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the first page answers the form.
  useEffect(() => {
    if (change !== null) showToast(describeChange(change), undoForm(change));
  }, []);
  if (change === null) return null;
  const undo = undoForm(change);
  const id: Record<string, string> = change.id === null ? {} : { id: change.id };
  const name: Record<string, string> = change.name === null ? {} : { name: change.name };
  return (
    <div className="notification toast list-notice" role="status">
      <p>{describeChange(change)}. </p>
      {undo === null ? null : (
        <form action={undo.path} method="post">
          <HiddenInputs values={{ ...undo.values, ...id, ...name, returnTo: address }} />
          <button className="toast-action" type="submit">
            {undo.label}
          </button>
        </form>
      )}{" "}
      {address.startsWith(PATH) ? null : <Link to={withCurrency(PATH, currency)}>Your watchlist</Link>}
    </div>
  );
}

/** Adds the name of the changed coin from the data of the page, so that not every star has to carry it. */
function useNamed(change: AnsweredChange | null): AnsweredChange | null {
  const matches = useMatches();
  if (change === null || change.name !== null) return change;
  const coins = matches.flatMap(({ data }) => coinsOf(data)).filter(isNamedCoin);
  return { ...change, name: coins.find(({ id }) => id === change.id)?.name ?? null };
}

/** The coins of a page, in a list or by itself; its data is of any page. */
function coinsOf(data: unknown): readonly unknown[] {
  if (typeof data !== "object" || data === null) return [];
  const listed = "coins" in data && Array.isArray(data.coins) ? data.coins : [];
  return "coin" in data ? [...listed, data.coin] : listed;
}

function isNamedCoin(coin: unknown): coin is { id: unknown; name: string } {
  return (
    typeof coin === "object" &&
    coin !== null &&
    "id" in coin &&
    "name" in coin &&
    typeof coin.name === "string"
  );
}

/** The form that makes the list what it was; null where nothing has changed. */
export function undoForm({ kind, before }: Pick<ListChange, "kind" | "before">): ToastForm | null {
  if (kind === "stayed") return null;
  return {
    path: PATH,
    values: { action: "undo", ids: formatWatchlist(before) },
    label: "Undo",
  };
}
