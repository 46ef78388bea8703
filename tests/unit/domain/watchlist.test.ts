import { describe, expect, it } from "vitest";
import { formatCoinIds } from "~/domain/market/coin";
import { pageAddress } from "~/domain/page-address";
import { isOwnList, watchlistHref } from "~/domain/pages";
import {
  changedWatchlist,
  describeChange,
  listChange,
  listChangeCookie,
  MAX_WATCHED,
  parseWatchedIds,
  readListChange,
  readWatchlist,
  watchlistCookie,
} from "~/domain/watchlist";

const FULL = Array.from({ length: MAX_WATCHED }, (_, index) => `coin-${index}`);

/** The `Cookie` header that a browser sends after this list was set. */
function cookieOf(ids: readonly string[]): string {
  return watchlistCookie(ids).split(";")[0] ?? "";
}

function changed(ids: readonly string[], form: Record<string, string>): readonly string[] | null {
  return changedWatchlist(ids, new URLSearchParams(form));
}

describe("a list in a cookie", () => {
  it.each([
    { ids: ["bitcoin", "ethereum"] },
    { ids: ["1move token", "比特币", "a;b", 'a"b', "a=b", "a%2Fb", "🚀"] },
    { ids: FULL },
  ])("is the same list again: $ids", ({ ids }) => {
    expect(readWatchlist(cookieOf(ids))).toEqual(ids);
    expect(readWatchlist(`colour-mode=dark; ${cookieOf(ids)}; other=1`)).toEqual(ids);
    // RFC 6265, 4.1.1
    expect(cookieOf(ids)).toMatch(/^watchlist=[!#-+\--:<-[\]-~]*$/);
  });

  it("is kept for a year on the whole site, and forgotten when it is empty", () => {
    expect(watchlistCookie(["bitcoin"])).toBe("watchlist=bitcoin; Path=/; Max-Age=31536000; SameSite=Lax");
    expect(watchlistCookie([])).toContain("Max-Age=0");
  });

  it.each([
    null,
    undefined,
    "",
    "watchlist",
    "watchlist=",
    "xwatchlist=bitcoin",
    "Watchlist=bitcoin",
    "a=watchlist=b",
  ])("is empty for %j", (cookies) => {
    expect(readWatchlist(cookies)).toEqual([]);
  });

  it.each([
    ["watchlist=a/b/a//b/c", ["a", "b", "c"]],
    ["watchlist=%/%zz/%E2%82/ok", ["ok"]],
    ["watchlist=..%2F..%2Fetc/./../%00/ok", ["ok"]],
    ["watchlist=a%2Cb/a,b/ok", ["ok"]],
    ["watchlist=first; watchlist=second", ["first"]],
    ["watchlist=<script>alert(1)</script>", ["<script>alert(1)<", "script>"]],
  ] as const)("that was tampered with is read as far as it is valid: %s", (cookies, ids) => {
    expect(readWatchlist(cookies)).toEqual(ids);
  });

  it("has at most 50 coins and fits into a cookie, whatever was in the cookie", () => {
    const many = Array.from({ length: 500 }, (_, index) => `coin-${index}`).join("/");
    expect(readWatchlist(`watchlist=${many}`)).toEqual(FULL);
    const long = readWatchlist(`watchlist=${"x".repeat(10_000)}`);
    expect(long).toEqual([]);
    const wide = readWatchlist(`watchlist=${FULL.map((id) => `${id}-${"币".repeat(20)}`).join("/")}`);
    expect(cookieOf(wide).length).toBeLessThan(3600);
    expect(wide.length).toBeGreaterThan(10);
  });
});

describe("ids in an address", () => {
  it.each([
    ["bitcoin,ethereum", ["bitcoin", "ethereum"]],
    ["b,a,b,,a", ["b", "a"]],
    ["..,a/b,a\u202eb,ok", ["ok"]],
    ["", []],
    [null, []],
  ] as const)("%j are read in order, each once", (text, ids) => {
    expect(parseWatchedIds(text)).toEqual(ids);
  });

  it("are at most 50", () => {
    expect(parseWatchedIds([...FULL, "one-more"].join(","))).toEqual(FULL);
  });

  it("have one canonical address, with legible commas", () => {
    const address = "/watchlist?ids=bitcoin,ethereum&currency=usd&view=table";
    expect(watchlistHref("usd", ["bitcoin", "ethereum"], true)).toBe(address);
    const spelled = "?view=TABLE&x=1&currency=USD&ids=bitcoin%2Cethereum,bitcoin&page=2";
    expect(pageAddress({ pathname: "/Watchlist/", search: spelled })).toBe(address);
    expect(formatCoinIds(["a b", "x&y"])).toBe("a%20b,x%26y");
  });

  it("distinguish a shared list from the visitor's own", () => {
    for (const search of ["", "?ids=", "?ids=..", "?currency=usd", "?view=table"])
      expect([search, isOwnList(pageAddress({ pathname: "/watchlist", search }))]).toEqual([search, true]);
    for (const address of [
      "/watchlist?ids=a&currency=inr",
      "/coins?currency=inr&page=1",
      "/watchlist.x?currency=inr",
      "/watchlist?currency=inr&ids=a",
    ])
      expect([address, isOwnList(address)]).toEqual([address, false]);
    for (const address of ["/watchlist", "/watchlist.data?currency=inr&_routes=routes%2Fwatchlist"])
      expect([address, isOwnList(address)]).toEqual([address, true]);
  });
});

describe("a posted form", () => {
  it("adds at the end, once, and without an action as well", () => {
    expect(changed(["a"], { id: "b" })).toEqual(["a", "b"]);
    expect(changed(["a", "b"], { action: "add", id: "a" })).toEqual(["a", "b"]);
  });

  it("removes, and moves up by one", () => {
    expect(changed(["a", "b", "c"], { action: "remove", id: "b" })).toEqual(["a", "c"]);
    expect(changed(["a", "b", "c"], { action: "up", id: "c" })).toEqual(["a", "c", "b"]);
    expect(changed(["a", "b"], { action: "up", id: "a" })).toEqual(["a", "b"]);
    expect(changed(["a", "b"], { action: "up", id: "x" })).toEqual(["a", "b"]);
  });

  it.each([
    ["1", ["c", "a", "b"]],
    ["2", ["a", "c", "b"]],
    ["3", ["a", "b", "c"]],
    ["99", ["a", "b", "c"]],
    ["0", ["c", "a", "b"]],
    ["", ["a", "b", "c"]],
    ["-1", ["a", "b", "c"]],
    ["1e1", ["a", "b", "c"]],
    ["x", ["a", "b", "c"]],
  ])("moves a coin to place %j", (place, ids) => {
    expect(changed(["a", "b", "c"], { action: "move", id: "c", place })).toEqual(ids);
    expect(changed(["a", "b"], { action: "move", id: "c", place })).toEqual(["a", "b"]);
  });

  it("replaces the list with that of an address, also to undo a change", () => {
    for (const action of ["replace", "undo"])
      expect(changed(["a"], { action, ids: "b,c,..,b" })).toEqual(["b", "c"]);
    expect(changed(["a"], { action: "undo", ids: "" })).toEqual([]);
  });

  it("adds the coins of an address, all or none", () => {
    expect(changed(["a", "b"], { action: "append", ids: "b,c,..,d" })).toEqual(["a", "b", "c", "d"]);
    expect(changed([], { action: "append", ids: "c" })).toEqual(["c"]);
    const ids = ["a", "b"];
    expect(changed(ids, { action: "append", ids: "b,a" })).toBe(ids);
    expect(changed(FULL, { action: "append", ids: "coin-1,other" })).toBeNull();
  });

  it.each(["", "..", "a,b", "a/b", "x".repeat(129)])(
    "changes nothing for %j, which is no coin's id",
    (id) => {
      for (const action of ["add", "remove", "up", "move"])
        expect(changed(["a"], { action, id })).toEqual(["a"]);
    },
  );

  it("adds neither a 51st coin nor one that no longer fits into a cookie", () => {
    expect(changed(FULL, { action: "add", id: "one-more" })).toBeNull();
    expect(changed(FULL, { action: "add", id: "coin-7" })).toEqual(FULL);
    const wide = Array.from({ length: 27 }, (_, index) => `${"x".repeat(120)}-${index}`);
    expect(changed(wide, { action: "add", id: "y".repeat(128) })).toEqual([...wide, "y".repeat(128)]);
    const wider = [...wide, "y".repeat(128)];
    expect(changed(wider, { action: "add", id: "z".repeat(128) })).toBeNull();
  });
});

describe("a change", () => {
  const change = (ids: readonly string[], form: Record<string, string>) =>
    listChange(ids, changed(ids, form) ?? ids, new URLSearchParams(form));
  const handedOn = (cookie: string) => readListChange(`watchlist=a/b; ${cookie.split(";")[0]}; x=1`);

  it.each([
    [{ id: "b", name: "Bit coin" }, "Bit coin is now on your watchlist", ["a"]],
    [{ id: "a" }, "The coin is on your watchlist already", []],
    [{ action: "remove", id: "a", name: "A" }, "A is no longer on your watchlist", ["a"]],
    [{ action: "move", id: "a", place: "1" }, "The coin is at that place already", ["a"]],
    [{ action: "append", ids: "b,c" }, "The coins are now on your watchlist", ["a"]],
    [{ action: "replace", ids: "b,c" }, "These coins are now your watchlist", ["a"]],
    [{ action: "undo", ids: "b,c" }, "Your watchlist is as it was before", ["a"]],
  ])("%j is handed to the next page, with the list that undoes it", (form, sentence, before) => {
    const made = change(["a"], form);
    expect(describeChange(made)).toBe(sentence);
    expect(made.before).toEqual(before);
    expect(handedOn(listChangeCookie(made))).toEqual(made);
  });

  it("is kept for a minute, out of reach of scripts, and taken back once it was said", () => {
    expect(listChangeCookie(change(["a"], { id: "b", name: "B/;,ä" }))).toBe(
      "watchlist_change=added/b/B%2F%3B%2C%C3%A4/a; Path=/; Max-Age=60; SameSite=Lax; HttpOnly",
    );
    expect(listChangeCookie(null)).toBe("watchlist_change=; Path=/; Max-Age=0; SameSite=Lax; HttpOnly");
    expect(handedOn(listChangeCookie(null))).toBeNull();
  });

  it("of the longest list fits into a request with the list beside it", () => {
    const wide = Array.from({ length: 28 }, (_, index) => `${"x".repeat(120)}-${index}`);
    const after = changed(wide, { action: "remove", id: wide[0] ?? "" });
    const cookie = listChangeCookie(
      change(wide, { action: "remove", id: wide[0] ?? "", name: "ä".repeat(500) }),
    );
    expect(handedOn(cookie)?.before).toEqual(wide);
    // nginx takes lines of 8 kB.
    expect(`Cookie: ${cookieOf(after ?? [])}; ${cookie.split(";")[0]}`.length).toBeLessThan(8000);
  });

  it.each([
    null,
    "",
    "watchlist_change=",
    "watchlist_change=toString/a/A/b",
    "watchlist_change=%/a",
    "watchlist_change=ADDED/a",
    "xwatchlist_change=added/a//",
  ])("is none for %j", (cookies) => {
    expect(readListChange(cookies)).toBeNull();
  });

  it("that was tampered with is read as far as it is valid", () => {
    const text = `watchlist_change=removed/../${"n".repeat(500)}/a/../b/${Array.from({ length: 90 }, (_, i) => `c${i}`).join("/")}`;
    const made = readListChange(text);
    expect(made).toMatchObject({ kind: "removed", id: null, name: "n".repeat(64) });
    expect(made?.before).toHaveLength(MAX_WATCHED);
  });
});
