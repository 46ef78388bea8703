import { describeChange, type ListChange } from "~/domain/watchlist/watchlist";
import { showToast } from "../site/toasts";
import { changeList, undoForm } from "./list-change";
import { withNoted } from "./list-merging";
import { readList } from "./watchlist-store";

/** Undoes a change, as its form says, and says what has happened. Returns the new change, another object each time; null: it failed. */
export function undoChange(form: URLSearchParams): Omit<ListChange, "id"> | null {
  const before = readList();
  const after = withNoted(before, form.get("was"), form.get("ids"));
  const failure = changeList(before, after, "The coin");
  const change = { kind: "undo", name: null, before, after } as const;
  showToast(failure ?? describeChange(change), failure === null ? undoForm(change) : null);
  return failure === null ? change : null;
}
