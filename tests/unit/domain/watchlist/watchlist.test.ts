import { describe, expect, it } from "vitest";
import { pageAddress } from "~/domain/addresses/canonical-address";
import { isOwnWatchlist } from "~/domain/addresses/page-addresses";
import { changedWatchlist, withChange } from "~/domain/watchlist/merging";
import {
  describeChange,
  formatWatchlist,
  listChange,
  listChangeCookie,
  MAX_WATCHED,
  type PressedButton,
  parseWatchlist,
  readListChange,
  readWatchlist,
  type WatchedCoin,
  watchlistCookie,
  withEdits,
} from "~/domain/watchlist/watchlist";

const FULL = Array.from({ length: MAX_WATCHED }, (_, index) => `coin-${index}`);

/** A list of texts, each an id, or an id and an amount: `bitcoin 0.5`. */
function listOf(texts: readonly string[]): readonly WatchedCoin[] {
  return texts.map((text) => {
    const [, id = "", amount = null] = /^(.*?)(?: ([\d.]+))?$/.exec(text) ?? [];
    return { id, amount };
  });
}

function textsOf(list: readonly WatchedCoin[]): readonly string[] {
  return list.map(({ id, amount }) => (amount === null ? id : `${id} ${amount}`));
}

/** The `Cookie` header that a browser sends after this list was set. */
function cookieOf(texts: readonly string[]): string {
  return watchlistCookie(listOf(texts)).split(";")[0] ?? "";
}

function readIn(cookies: string | null | undefined): readonly string[] {
  return textsOf(readWatchlist(cookies));
}

function changed(texts: readonly string[], form: Record<string, string>): readonly string[] | null {
  const list = changedWatchlist(listOf(texts), new URLSearchParams(form));
  return list && textsOf(list);
}

describe("a list in a cookie", () => {
  it.each([
    { ids: ["bitcoin", "ethereum"] },
    { ids: ["1move token", "比特币", "a;b", 'a"b', "a=b", "a%2Fb", "🚀"] },
    { ids: FULL },
    { ids: ["bitcoin 0.5", "a:b 2", "c:d", "ether 0.000000000000000001", "x 123456789012345"] },
  ])("is the same list again: $ids", ({ ids }) => {
    expect(readIn(cookieOf(ids))).toEqual(ids);
    expect(readIn(`colour-mode=dark; ${cookieOf(ids)}; other=1`)).toEqual(ids);
    // RFC 6265, 4.1.1
    expect(cookieOf(ids)).toMatch(/^watchlist=[!#-+\--:<-[\]-~]*$/);
  });

  it("is stored for a year on the whole site, and forgotten when it is empty", () => {
    expect(watchlistCookie(listOf(["bitcoin"]))).toBe(
      "watchlist=bitcoin; Path=/; Max-Age=31536000; SameSite=Lax",
    );
    expect(watchlistCookie([])).toContain("Max-Age=0");
  });

  it.each([
    ["watchlist=a/b/a//b/c", ["a", "b", "c"]],
    ["watchlist=%/%zz/%E2%82/ok", ["ok"]],
    ["watchlist=..%2F..%2Fetc/./../%00/ok", ["ok"]],
    ["watchlist=a%2Cb/a,b/ok", ["ok"]],
    ["watchlist=first; watchlist=second", ["first"]],
    ["watchlist=a:1/a:2/b:1:2/c:", ["a 1", "b:1 2", "c"]],
    ["watchlist=a:1e999/b:NaN/c:-1/d:0/e:00.0/f:1,5/g:.5/h:1./i:Infinity/j:0x10", [..."abcdefghij"]],
    [
      `watchlist=a:${"9".repeat(16)}/b:0.${"1".repeat(19)}/c:${"1".repeat(3400)}/d:00.50/e:0100`,
      ["a", "b", "c", "d 00.50", "e 0100"],
    ],
    ["watchlist=<script>alert(1)</script>", ["<script>alert(1)<", "script>"]],
  ] as const)("is read as far as it is there and valid: %s", (cookies, ids) => {
    expect(readIn(cookies)).toEqual(ids);
  });

  const NO_LIST = ["watchlist", "watchlist=", "xwatchlist=bitcoin", "Watchlist=bitcoin", "a=watchlist=b"];

  it.each([null, undefined, "", ...NO_LIST])("is empty in %j", (cookies) =>
    expect(readIn(cookies)).toEqual([]),
  );

  it("has at most 50 coins and fits into a cookie, whatever was in the cookie", () => {
    const many = Array.from({ length: 500 }, (_, index) => `coin-${index}`).join("/");
    expect(readIn(`watchlist=${many}`)).toEqual(FULL);
    expect(readIn(`watchlist=${"x".repeat(10_000)}`)).toEqual([]);
    const wide = readIn(`watchlist=${FULL.map((id) => `${id}-${"币".repeat(20)}`).join("/")}`);
    expect(cookieOf(wide).length).toBeLessThan(3600);
    expect(wide.length).toBeGreaterThan(10);
  });

  it("has room for 50 coins with the longest amounts, and cuts no amount in two", () => {
    const amounts = FULL.map((id) => `${id}-with-a-name-of-two-words ${"9".repeat(15)}.${"9".repeat(18)}`);
    expect(readIn(cookieOf(amounts))).toEqual(amounts);
    expect(readIn(`watchlist=${"x/".repeat(1747)}bitcoin:123456789`)).toEqual(["x"]);
  });
});

describe("ids in an address", () => {
  it.each([
    ["bitcoin,ethereum", ["bitcoin", "ethereum"]],
    ["b,a,b,,a", ["b", "a"]],
    ["..,a/b,a\u202eb,ok", ["ok"]],
    ["", []],
    [null, []],
    ["bitcoin:0.5,pepe:1500,ethereum", ["bitcoin 0.5", "pepe 1500", "ethereum"]],
    ["bitcoin:1,bitcoin:2", ["bitcoin 1"]],
    ["a:1e999,b:NaN,c:-1,d:0,e:,f:1e-9,g:1 000", [..."abcdefg"]],
    ["a:b:0.5,c:d:", ["a:b 0.5", "c:d"]],
    [":1,..:2", []],
  ] as const)("%j are read in order, each once, with amounts that are valid", (text, coins) => {
    expect(textsOf(parseWatchlist(text))).toEqual(coins);
    expect(textsOf(parseWatchlist(formatWatchlist(listOf(coins))))).toEqual(coins);
  });

  it.each([
    ["a:2@100usd,b:1@0.5inr", "a:2@100usd,b:1@0.5inr"],
    ["a:2@100,b:2@100gbp,c:2@-1usd,d:2@0eur,e:2@usd,f:2@", "a:2,b:2,c:2,d:2@0eur,e:2,f:2"],
    ["a:@100usd,b@c,d:e@f:1@2eur", "a,b@c,d:e@f:1@2eur"],
  ])("may have what was paid, with its currency, and what is invalid is left out: %j", (text, list) => {
    expect(formatWatchlist(parseWatchlist(text))).toBe(list);
    const cookie = watchlistCookie(parseWatchlist(text)).split(";")[0];
    expect(formatWatchlist(readWatchlist(cookie))).toBe(list);
  });

  it("are at most 50", () => expect(textsOf(parseWatchlist([...FULL, "one-more"].join(",")))).toEqual(FULL));

  it("distinguish a shared list from the visitor's own", () => {
    for (const search of ["", "?ids=", "?ids=..", "?currency=usd", "?view=table", "?edit=list"])
      expect(isOwnWatchlist(pageAddress({ pathname: "/watchlist", search })), search).toBe(true);
    for (const file of ["/watchlist.csv", "/watchlist.json?currency=inr"])
      expect(isOwnWatchlist(file)).toBe(true);
    for (const address of ["/watchlist?ids=a&currency=inr", "/coins?currency=inr&page=1", "/watchlist.x"])
      expect(isOwnWatchlist(address), address).toBe(false);
  });
});
const UNDO = { action: "undo" };
describe("a posted form", () => {
  it.each([
    ["add at the end, without an action as well", "a", { id: "b" }, "a,b"],
    ["add once, and keep amounts", "a 1,b", { action: "add", id: "a" }, "a 1,b"],
    ["keep the amounts of coins that stay", "a 1,b 2,c", { action: "remove", id: "a" }, "b 2,c"],
    [
      "undo its change, and none of another tab",
      "a 1,b 2,d",
      { ...UNDO, ids: "a:1,b,c", was: "a:1,b:2" },
      "a 1,b,c,d",
    ],
    ["undo with the amounts of before", "a 1,b 2", { ...UNDO, ids: "a:1,b" }, "a 1,b"],
    ["undo to nothing", "a", { ...UNDO, ids: "" }, ""],
    ["undo to valid ids, each once", "a", { ...UNDO, ids: "b,c,..,b" }, "b,c"],
    ["replace by valid ids, each once", "a", { action: "replace", ids: "b,c,..,b" }, "b,c"],
    ["replace amounts, too", "a 1", { action: "replace", ids: "a:9,d" }, "a 9,d"],
    [
      "append with amounts, but keep known ones",
      "a 1,b",
      { action: "append", ids: "a:9,b:2,c:3" },
      "a 1,b 2,c 3",
    ],
    ["append coins without amounts", "a 1", { action: "append", ids: "a:9,d" }, "a 1,d"],
  ])("may %s", (_, before, form, after) => expect(changed(before.split(","), form)?.join()).toBe(after));

  /** Sends the form of the list with the amounts of some coins. */
  const edited = (
    list: string,
    coins: Record<string, string | null>,
    action: PressedButton["action"] = "edit",
    id = "",
  ) => {
    const edits = Object.entries(coins).map(([each, amount]) => ({ id: each, amount }));
    const after = withEdits(parseWatchlist(list), edits, { action, id, name: "" });
    return after && formatWatchlist(after);
  };

  it("sets amounts and costs of coins that are on the list, unless they do not fit into a cookie", () => {
    expect(edited("a:1@5usd,b,c:3", { b: "2", c: null, x: "4" })).toBe("a:1@5usd,b:2,c");
    const wide = Array.from({ length: 28 }, (_, index) => `${"x".repeat(120)}-${index}`);
    const all = (amount: string) => Object.fromEntries(wide.map((id) => [id, amount]));
    expect(edited(wide.join(), { [wide[0] ?? ""]: "1" })).toContain("-0:1,");
    expect(edited(wide.join(), all("1.25"))).toBeNull();
  });

  it.each([
    ["up", "b", "b:2,a:1,c"],
    ["up", "a", "a:1,b:2,c"],
    ["up", "x", "a:1,b:2,c"],
    ["down", "a", "b:2,a:1,c"],
    ["down", "c", "a:1,b:2,c"],
    ["remove", "a", "b:2,c"],
    ["clear", "", "a,b,c"],
  ] as const)("saves its fields with each of its buttons: %s %s", (action, id, list) => {
    expect(edited("a,b,c", { a: "1", b: "2" }, action, id)).toBe(list);
  });

  it.each(["", "..", "a,b", "a/b", "x".repeat(129)])("changes nothing for %j, no coin's id", (id) => {
    for (const action of ["add", "remove"]) expect(changed(["a"], { action, id })).toEqual(["a"]);
  });

  it("replaces the list, or undoes a change, with all coins or not at all", () => {
    const wide = Array.from({ length: 29 }, (_, index) => `${"x".repeat(120)}-${index}`);
    const long = FULL.map((id) => `${id}-with-a-name-of-two-words:${"9".repeat(15)}.${"9".repeat(18)}@1usd`);
    for (const action of ["replace", "undo", "append"])
      for (const ids of [[...FULL, "one-more"], wide, long])
        expect([action, changed([], { action, ids: ids.join() })]).toEqual([action, null]);
    expect(changed(["a"], { action: "replace", ids: FULL.join() })).toEqual(FULL);
  });

  it.each([
    ["a star", "a,b,d", "a,b", "b", "b,d"],
    ["an amount of another coin", "a:1,b:5", "a:1,b", "a:2,b", "a:2,b:5"],
    ["an amount of the same coin, if it is not changed", "a:7,b", "a:1,b", "a:1,b:2", "a:7,b:2"],
    ["a removed star", "a,c", "a,b,c", "a,b,c:1", "a,c:1"],
    ["its moves", "c,a,b", "a,b,c", "a:1,b", "a:1,b"],
    ["a star beside moves", "a,b,c,d", "a,b,c", "c,a,b", "c,a,b,d"],
    ["nothing", "a,c", "a,c", "a,b,c", "a,b,c"],
  ])("keeps %s of another tab", (_, list, from, to, after) => {
    const made = withChange(parseWatchlist(list), parseWatchlist(from), parseWatchlist(to));
    expect(formatWatchlist(made)).toBe(after);
    expect(formatWatchlist(withChange(made, parseWatchlist(from), parseWatchlist(to)))).toBe(after);
  });

  it("adds neither a 51st coin nor one that no longer fits into a cookie", () => {
    expect(changed(FULL, { action: "add", id: "one-more" })).toBeNull();
    expect(changed(FULL, { action: "append", ids: "coin-1,other" })).toBeNull();
    expect(changed(FULL, { action: "add", id: "coin-7" })).toEqual(FULL);
    const wide = Array.from({ length: 27 }, (_, index) => `${"x".repeat(120)}-${index}`);
    expect(changed(wide, { action: "add", id: "y".repeat(128) })).toEqual([...wide, "y".repeat(128)]);
    expect(changed([...wide, "y".repeat(128)], { action: "add", id: "z".repeat(128) })).toBeNull();
  });
});

describe("a change", () => {
  const change = (ids: readonly string[], form: Record<string, string>) =>
    listChange(listOf(ids), listOf(changed(ids, form) ?? ids), new URLSearchParams(form));
  const handedOn = (cookie: string, after = "a/b") =>
    readListChange(`watchlist=${after}; ${cookie.split(";")[0]}; x=1`);

  it.each([
    [{ id: "b", name: "Bit coin" }, "Bit coin is now on your watchlist", ["a"]],
    [{ id: "a" }, "The coin is on your watchlist already", []],
    [{ action: "remove", id: "a", name: "A" }, "A is no longer on your watchlist", ["a"]],
    [{ action: "up", id: "a", name: "A" }, "A has moved up", ["a"]],
    [{ action: "append", ids: "b,c" }, "The coins are now on your watchlist", ["a"]],
    [{ action: "replace", ids: "b,c" }, "These coins are now your watchlist", ["a"]],
    [{ action: "undo", ids: "b,c" }, "Your watchlist is as it was before", ["a"]],
    [{ action: "edit" }, "Your watchlist is saved", ["a"]],
    [{ action: "imported" }, "Your watchlist is imported", ["a"]],
    [{ action: "clear" }, "Your amounts are removed", ["a"]],
  ])("%j is handed to the next page, with the list that undoes it", (form, sentence, before) => {
    const made = change(["a"], form);
    expect(describeChange(made)).toBe(sentence);
    expect(textsOf(made.before)).toEqual(before);
    const after = textsOf(made.after).join("/");
    expect(handedOn(listChangeCookie(made), after)).toEqual(made);
  });

  it("is stored for a minute, out of reach of scripts, and deleted once it was reported", () => {
    expect(listChangeCookie(change(["a"], { id: "b", name: "B/;,ä" }))).toBe(
      "watchlist_change=add/b/B%2F%3B%2C%C3%A4/a; Path=/; Max-Age=60; SameSite=Lax; HttpOnly",
    );
    expect(listChangeCookie(null)).toBe("watchlist_change=; Path=/; Max-Age=0; SameSite=Lax; HttpOnly");
    expect(handedOn(listChangeCookie(null))).toBeNull();
  });

  it("of the longest list fits into a request with the list beside it", () => {
    const wide = Array.from({ length: 28 }, (_, index) => `${"x".repeat(120)}-${index}`);
    const form = { action: "remove", id: wide[0] ?? "", name: "ä".repeat(500) };
    const cookie = listChangeCookie(change(wide, form));
    expect(textsOf(handedOn(cookie)?.before ?? [])).toEqual(wide);
    // nginx takes lines of 8 kB.
    expect(`Cookie: ${cookieOf(wide.slice(1))}; ${cookie.split(";")[0]}`.length).toBeLessThan(8000);
  });

  const NO_CHANGES = ["=", "=toString/a/A/b", "=%/a", "=ADD/a"].map((rest) => `watchlist_change${rest}`);

  it.each([null, "", ...NO_CHANGES, "xwatchlist_change=add/a//"])("is none for %j", (cookies) =>
    expect(readListChange(cookies)).toBeNull(),
  );

  it("that was tampered with is read as far as it is valid", () => {
    const many = Array.from({ length: 90 }, (_, index) => `c${index}`).join("/");
    const made = readListChange(`watchlist_change=remove/../${"n".repeat(500)}/a/../b/${many}`);
    expect(made).toMatchObject({ kind: "remove", id: null, name: "n".repeat(64) });
    expect(made?.before).toHaveLength(MAX_WATCHED);
  });
});
