import { expect, test } from "vitest";
import { get, open, postForm } from "./page";

function post(form: Record<string, string>, cookie = "") {
  return postForm("/watchlist", form, { cookie });
}

// What else is no path of this site is in tests/unit/domain/return-path.test.ts.
test.each([
  ["/coins?currency=usd&page=3", "/coins?currency=usd&page=3"],
  ["https://elsewhere.example/", "/"],
  ["", "/"],
  ["//elsewhere.example", "/"],
])("the form of the colour mode with returnTo “%s” leads to %s", async (returnTo, location) => {
  const { status, headers } = await postForm("/colour-mode", { mode: "dark", returnTo });
  const sent = [status, headers.get("location"), headers.get("cache-control")];
  expect(sent).toEqual([303, location, "no-store"]);
  expect(headers.getSetCookie()).toEqual(["colour-mode=dark; Path=/; Max-Age=31536000; SameSite=Lax"]);
});

test("a colour mode that does not exist changes nothing", async () => {
  const response = await postForm("/colour-mode", { mode: "sepia", returnTo: "/coins" });
  expect(response.status).toBe(303);
  expect(response.headers.getSetCookie()).toEqual([]);
});

test.each([
  ["watchlist=bitcoin:0.5", /^bitcoin,0.5,,,/m],
  ["watchlist=pepe", /^pepe,,,,/m],
])("the exported list is for the visitor with %s alone", async (cookie, line) => {
  const response = await get("/watchlist.csv", { headers: { cookie } });
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "cache-control": "private, no-store",
    "content-type": "text/csv; charset=utf-8; header=present",
    "content-disposition": 'attachment; filename="watchlist.csv"',
  });
  expect(await response.text()).toMatch(line);
});

test("a coin that does not exist is not said to be missing, too", async () => {
  const page = await open("/watchlist?ids=ghost,bitcoin:2&currency=usd");
  expect(page.text).toContain("Unknown, or no longer listed:");
  expect(page.text).not.toContain("These could not be fetched just now:");
  // Browsers offer this address for sharing, without the amounts.
  expect(page.canonical).toBe("/watchlist?ids=ghost,bitcoin&currency=usd");
});

for (const value of [
  "x".repeat(3900),
  "%/%zz/%E2%82/../a:1e999/b:-1",
  "<script>alert(1)</script>",
  Array.from({ length: 500 }, (_, index) => `c${index}`).join("/"),
])
  test(`a tampered cookie does no harm: ${value.slice(0, 20)}`, async () => {
    const cookie = `watchlist=${value}`;
    const response = await get("/watchlist", { headers: { cookie } });
    expect(response.status).toBe(200);
    expect(await response.text()).not.toContain("<script>alert");
    expect((await post({ id: "bitcoin", action: "remove" }, cookie)).status).toBe(303);
  });

// tests/scale/edge-cookies.test.ts has what is private besides it.
test.each(["/watchlist?ids=bitcoin:0.5&currency=usd", "/watchlist.data?ids=bitcoin:0.5"])(
  "a shared list with amounts is private: %s",
  async (path) => {
    const { headers } = await get(path);
    expect(headers.get("cache-control")).toBe("private, no-store");
    expect(headers.get("x-cache-status")).toBe("BYPASS");
  },
);

test("the form redirects within the site, and other sites cannot send it", async () => {
  // The list knows the coin's name.
  await get("/coins");
  const own = await post({ id: "bitcoin", returnTo: "/coins?page=2" }, "watchlist=pepe");
  expect([own.status, own.headers.get("location")]).toEqual([303, "/coins?page=2#changed"]);
  expect(own.headers.getSetCookie()).toEqual([
    "watchlist=pepe/bitcoin; Path=/; Max-Age=31536000; SameSite=Lax",
    "watchlist_change=add/bitcoin/Bitcoin/pepe; Path=/; Max-Age=60; SameSite=Lax; HttpOnly",
  ]);
  // Scripts have changed the cookie and said it, but some browsers keep theirs for only a week.
  const script = await post({ action: "append" }, "watchlist=pepe");
  expect(script.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^watchlist=pepe; .*Max-Age=31536000/),
  ]);
  expect(own.headers.get("cache-control")).toBe("no-store");
  const away = await post({ id: "bitcoin", returnTo: "//elsewhere.example" });
  expect(away.headers.get("location")).toBe("/#changed");
  expect((await post({ id: "a/b" })).headers.getSetCookie()).toEqual([]);
  const elsewhere = { origin: "https://elsewhere.example" };
  expect((await postForm("/watchlist", { id: "bitcoin" }, elsewhere)).status).toBe(403);
  for (const [form, cookie] of [
    [{ action: "import", text: "bitcoin,many" }, "watchlist=pepe"],
    [{ action: "edit", id: "bitcoin", amount: "many", cost: "" }, "watchlist=bitcoin"],
  ] as const) {
    const refused = await post(form, cookie);
    const seen = expect.stringMatching(/^watchlist_seen=/);
    expect([refused.status, refused.headers.getSetCookie()]).toEqual([422, [seen]]);
  }
});

test("a form changes what was changed in it, and keeps what another tab has changed since it was opened", async () => {
  const [id, place, cost] = ["bitcoin", "1", ""];
  const form = { action: "edit", was: "bitcoin:1", id, place, cost, returnTo: "/watchlist" };
  const edited = await post({ ...form, amount: "2" }, "watchlist=pepe:5/bitcoin:1/ethereum");
  expect(edited.headers.getSetCookie()[0]).toMatch(/^watchlist=pepe:5\/bitcoin:2\/ethereum;/);
  const answer = await post({ ...form, amount: "1" }, "watchlist=bitcoin:7");
  expect(answer.headers.getSetCookie()).toEqual([expect.stringMatching(/^watchlist_change=/)]);
  // What the page after a form offers to undo.
  const cookie = "watchlist=pepe/bitcoin:2; watchlist_change=edit///pepe/bitcoin:1";
  const page = await open("/coins?currency=usd", { headers: { cookie } });
  const fields = [...page.all(".list-notice [type=hidden]")].map((field) => [
    field.getAttribute("name") ?? "",
    field.getAttribute("value") ?? "",
  ]);
  const undone = await post(Object.fromEntries(fields), "watchlist=bitcoin:2/ethereum");
  expect(undone.headers.getSetCookie()[0]).toMatch(/^watchlist=bitcoin:1\/ethereum;/);
});

test("after a form, the stars of all coins on the list are filled, and remove them", async () => {
  const cookie = "watchlist=bitcoin/pepe; watchlist_change=add/pepe/Pepe/bitcoin";
  for (const [path, names] of [
    ["/coins?currency=usd", ["Bitcoin", "Pepe"]],
    ["/coins?currency=usd&view=table", ["Bitcoin", "Pepe"]],
    ["/coin/bitcoin?currency=usd", ["Bitcoin"]],
    ["/search?q=bitcoin&currency=usd&all=1", ["Bitcoin"]],
  ] as const) {
    const page = await open(path, { headers: { cookie } });
    const stars = page.all("button[name=remove]");
    expect(stars.map((star) => star.getAttribute("value"))).toEqual(names.map((name) => name.toLowerCase()));
    for (const name of names) page.getByRole("button", { name: new RegExp(`Watching.*remove ${name} from`) });
  }
});

test("a list that cannot be fetched says so, and is not lost", async () => {
  const page = await open("/watchlist", { site: "cut off", headers: { cookie: "watchlist=bitcoin/pepe" } });
  expect(page.status).toBe(502);
  expect(page.text).toContain("Error While Fetching Watchlist");
  expect(page.headers.getSetCookie()).toEqual([]);
});
