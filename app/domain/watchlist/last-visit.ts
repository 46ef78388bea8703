import { cookieValue, ONE_YEAR_SECONDS, setCookie } from "../cookies";
import { TIME } from "../time";
import type { WatchedCoin } from "./watchlist";

const NAME = "watchlist_seen";

/** A list that was not looked at for longer than this was left. */
const LEFT_AFTER_MS = TIME.HOUR;

export interface Visit {
  /** When the list was left, in milliseconds since the epoch; null if it was not looked at before. */
  readonly since: number | null;
  /** The `Set-Cookie` value that notes this look; null: there is nothing to note or to remove. */
  readonly cookie: string | null;
}

/**
 * Notes a look at one's own list in its cookie: two times in minutes, when it was left, and when it was seen last. What was seen last
 * becomes when it was left, once that is an hour ago.
 * @param cookies as in the header `Cookie`
 */
export function noteVisit(cookies: string | null, list: readonly WatchedCoin[], now: number): Visit {
  const noted = cookieValue(cookies, NAME);
  if (list.length === 0) return { since: null, cookie: noted === "" ? null : FORGOTTEN_VISIT };
  const [left = "", seen = ""] = /^\d{1,9}\/\d{1,9}$/.test(noted) ? noted.split("/") : [];
  const seenAt = Number(seen) * TIME.MINUTE;
  const isKnown = seenAt > 0 && seenAt <= now;
  const before = !isKnown ? 0 : now - seenAt > LEFT_AFTER_MS ? seenAt : Number(left) * TIME.MINUTE;
  const times = [before, now].map((time) => Math.floor(time / TIME.MINUTE));
  return {
    since: before > 0 && before < now ? before : null,
    cookie: setCookie(NAME, times.join("/"), ONE_YEAR_SECONDS),
  };
}

/** The cookie value that removes the times with the list. */
export const FORGOTTEN_VISIT = setCookie(NAME, "", 0);
