import { Link, useLocation } from "@remix-run/react";
import { useEffect } from "react";
import { pageAddress } from "~/domain/addresses/canonical-address";
import { PAGES, withCurrency } from "~/domain/addresses/page-addresses";
import { describeChange, type ListChange } from "~/domain/watchlist/watchlist";
import { HiddenInputs } from "../site/controls";
import { useCurrency, useHydrated } from "../site/hydration";
import { useSiteData } from "../site/site-data";
import { showToast } from "../site/toasts";
import { undoForm } from "./watchlist-store";

/**
 * Returns the change of the visitor's list that the page answers, which is then for this visitor alone. Null on all other pages, and
 * once hydrated: a toast says the same.
 */
export function useListChange(): ListChange | null {
  const site = useSiteData();
  return useHydrated() ? null : (site?.listChange ?? null);
}

export function ListNotice() {
  const change = useListChange();
  const address = pageAddress(useLocation());
  const currency = useCurrency();
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the first page answers the form.
  useEffect(() => {
    if (change === null) return;
    // The form was sent when this page began to load.
    import("./list-merging").then(({ mergeChanges }) => mergeChanges(performance.timeOrigin)).catch(() => {});
    showToast(describeChange(change), undoForm(change));
  }, []);
  if (change === null) return null;
  const { path } = PAGES.watchlist;
  const undo = undoForm(change);
  return (
    <div className="notification toast list-notice" role="status">
      <p>{`${describeChange(change)}. `}</p>
      <form action={path} method="post">
        <HiddenInputs
          values={{ ...undo.values, id: change.id ?? "", name: change.name ?? "", returnTo: address }}
        />
        <button type="submit">{undo.label}</button>
      </form>{" "}
      {address.startsWith(path) ? null : <Link to={withCurrency(path, currency)}>Your watchlist</Link>}
    </div>
  );
}
