import {
  formatWatchlist,
  isListable,
  isWatched,
  readCoins,
  type WatchedCoin,
  wholeList,
  withAdded,
  withoutWatched,
} from "./watchlist";

/**
 * Makes on a list the change that led from one list to another. Whatever another tab has changed since then stays: coins that both
 * lists have alike are as they are now, and so is the order, unless coins were moved or added.
 */
export function withChange(
  list: readonly WatchedCoin[],
  from: readonly WatchedCoin[],
  to: readonly WatchedCoin[],
): readonly WatchedCoin[] {
  const coinIn = (coins: readonly WatchedCoin[], id: string) => coins.filter((coin) => coin.id === id);
  const ids = (coins: readonly WatchedCoin[]) => coins.map(({ id }) => id);
  const isMoved = ids(from.filter(({ id }) => isWatched(to, id))).join() !== ids(to).join();
  const order = new Set(ids(isMoved ? [...to, ...list] : [...list, ...to]));
  return [...order].flatMap((id) =>
    coinIn(formatWatchlist(coinIn(from, id)) === formatWatchlist(coinIn(to, id)) ? list : to, id),
  );
}

/**
 * Applies the change of a posted form: `action` = add or remove with `id`; append, replace or undo with `ids`, a list. The latter
 * leads back to it from the list `was`. A missing or unknown action means add. An invalid id changes nothing.
 * @returns null if the list has no room for all coins
 */
export function changedWatchlist(
  list: readonly WatchedCoin[],
  form: URLSearchParams,
): readonly WatchedCoin[] | null {
  const id = form.get("id") ?? "";
  const read = (name: string) => readCoins((form.get(name) ?? "").split(","), (each) => each);
  const ids = read("ids");
  switch (form.get("action")) {
    case "replace":
      return wholeList(ids);
    case "undo":
      return wholeList(withChange(list, form.has("was") ? read("was") : list, ids));
    case "append":
      return withAdded(list, ids);
    case "remove":
      return withoutWatched(list, id);
    default:
      return isListable(id) ? withAdded(list, [{ id, amount: null }]) : list;
  }
}
