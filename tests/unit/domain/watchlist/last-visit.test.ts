import { describe, expect, it } from "vitest";
import type { PricePoint } from "~/domain/chart/price-history";
import type { KnownCoin } from "~/domain/market/coin";
import { TIME } from "~/domain/time";
import { FORGOTTEN_VISIT, noteVisit } from "~/domain/watchlist/last-visit";
import { sinceVisit } from "~/domain/watchlist/since-visit";
import { parseWatchlist } from "~/domain/watchlist/watchlist";

/** Friday, 27 November 2026, 18:40 UTC. */
const FRIDAY = Date.UTC(2026, 10, 27, 18, 40);
const LIST = parseWatchlist("bitcoin:0.5,dust");

/** Looks at a list at some minutes after the Friday, with the cookie of each look before. @returns minutes since which it tells */
function look(cookie: string, ...minutes: readonly number[]) {
  const told: (number | null)[] = [];
  let cookies = cookie;
  for (const minute of minutes) {
    const visit = noteVisit(cookies, LIST, FRIDAY + minute * TIME.MINUTE);
    told.push(visit.since === null ? null : (visit.since - FRIDAY) / TIME.MINUTE);
    cookies = `a=b; ${visit.cookie?.split(";")[0]}`;
  }
  return told;
}

describe("a visit begins where the list was left, an hour ago or longer", () => {
  it.each([
    ["the first one tells nothing", [0, 1, 60], [null, null, null]],
    ["a page that stays open goes on with the same time", [0, 61, 62, 100, 160], [null, 0, 0, 0, 0]],
    ["each longer absence begins a new one", [0, 61, 130, 1000], [null, 0, 61, 130]],
  ] as const)("%s", (_, minutes, told) => expect(look("", ...minutes)).toEqual(told));

  it.each(["", "1", "x/y", "1/2/3", "-1/5", "99999999999/1", `0/${FRIDAY / TIME.MINUTE + 90}`, "0/0"])(
    "a cookie of “%s” is none",
    (value) => expect(look(`watchlist_seen=${value}`, 0)).toEqual([null]),
  );

  it("the times go with the list", () => {
    expect(noteVisit("", [], FRIDAY)).toEqual({ since: null, cookie: null });
    expect(noteVisit("watchlist_seen=1/2", [], FRIDAY)).toEqual({ since: null, cookie: FORGOTTEN_VISIT });
    expect(noteVisit("", LIST, FRIDAY).cookie).toMatch(/^watchlist_seen=0\/\d+; Path=\/; Max-Age=31536000; /);
  });
});

const row = (id: string, price: number | null, pricedAt = FRIDAY + TIME.DAY) =>
  ({ id, name: id.toUpperCase(), price, pricedAt }) as KnownCoin;

/** What a list has gained since the Friday, a day later by default. @param pasts by coin, at minutes after it */
function gained(
  list: string,
  rows: readonly KnownCoin[],
  pasts: Readonly<Record<string, readonly (readonly [minutes: number, price: number])[]>>,
  days = 1,
) {
  const history = (id: string) =>
    (pasts[id] ?? []).map(([minutes, price]): PricePoint => [FRIDAY + minutes * TIME.MINUTE, price]);
  return sinceVisit(FRIDAY, parseWatchlist(list), rows, "inr", FRIDAY + days * TIME.DAY, history);
}

it("a list with amounts has gained what they are worth more than at the nearest price, to the last digit", () => {
  const pasts = {
    a: [
      [-40, 1],
      [-20, 9],
      [10, 0.1],
      [29, 5],
    ],
    b: [[30, 4]],
  } as const;
  // 3 × (0.3 − 0.1) + 7 × (3 − 4), of 3 × 0.1 + 7 × 4.
  expect(gained("a:3,b:7", [row("a", 0.3), row("b", 3)], pasts)).toEqual({
    total: { text: "−₹6.40", direction: "down", percent: expect.closeTo((-6.4 / 28.3) * 100, 9) },
    label: "since Friday 18:40 UTC",
    coins: [
      { id: "a", name: "A", percent: expect.closeTo(200, 9) },
      { id: "b", name: "B", percent: -25 },
    ],
  });
});

it("coins without a price of then, or a newer one, are left out by name; without any, nothing is said", () => {
  const rows = [row("a", 2), row("late", 2), row("old", 2, FRIDAY), row("none", null), row("bare", 2)];
  const pasts = { a: [[0, 1]], late: [[31, 1]], old: [[0, 1]], none: [[0, 1]], bare: [[0, 1]] } as const;
  const since = gained("a:1,late:1,old:1,none:1,bare,gone:1", rows, pasts);
  expect(since).toMatchObject({ total: { text: "+₹1.00" }, coins: [{ id: "a" }, { id: "bare" }] });
  expect(since?.label).toMatch(/^since Friday 18:40 UTC without .*LATE.*, .*OLD.*, .*NONE.* and 1 more$/);
  expect(gained("late:1,none", rows, pasts)).toBe(null);
  expect(gained("bare,late", rows, pasts)).toMatchObject({ total: null, label: "since Friday 18:40 UTC" });
});

it("a visit of another week has its date; beyond sixty days no known price is near enough", () => {
  expect(gained("a", [row("a", 2)], { a: [[0, 1]] }, 6)?.label).toBe("since 27 Nov 2026, 18:40 UTC");
  expect(gained("a", [row("a", 2)], { a: [[0, 1]] }, 61)).toBe(null);
});
