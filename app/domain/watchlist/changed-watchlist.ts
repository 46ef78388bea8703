import { parseWatchedIds } from "./watched-ids";
import { boundedIds, withMovedUp, withoutWatched, withWatched } from "./watchlist";

/**
 * Changes a list as a posted form says: `action` = add, remove or up with `id`, or replace with `ids`. Without an action, or
 * with another one, it adds. An id that can be no coin's changes nothing.
 * @returns null where the list has no room for one more coin
 */
export function changedWatchlist(ids: readonly string[], form: URLSearchParams): readonly string[] | null {
  const [id] = boundedIds([form.get("id") ?? ""]);
  switch (form.get("action")) {
    case "remove":
      return id === undefined ? ids : withoutWatched(ids, id);
    case "up":
      return id === undefined ? ids : withMovedUp(ids, id);
    case "replace":
      return boundedIds(parseWatchedIds(form.get("ids")));
    default:
      return id === undefined ? ids : withWatched(ids, id);
  }
}
