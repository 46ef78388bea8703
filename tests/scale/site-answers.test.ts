import { afterAll, expect, it, vi } from "vitest";
import { type Behaviour, FAULTS, startFaultyUpstream } from "../support/faulty-upstream";
import { startSite } from "../support/site";
import { bodyFor } from "../unit/market-data/small-bodies";

const PICTURES = "https://coin-images.coingecko.com";

const upstream = await startFaultyUpstream(({ path }) => answerTo(path));
const site = await startSite({ MARKET_DATA_URL: upstream.url, ORIGIN_IS_HTTPS: "true" });

afterAll(async () => {
  await site.stop();
  await upstream.stop();
});

function answerTo(path: string): Behaviour {
  if (path === "/coins/ghost") return FAULTS.coinNotFound;
  if (path === "/coins/broken") return FAULTS.serverError;
  if (path === "/coins/list")
    return { kind: "answer", body: ["bitcoin", "broken"].map((id) => ({ id, name: id })) };
  if (path === "/exchanges") {
    const image = `${PICTURES}/markets/images/52/thumb/binance.jpg`;
    return { kind: "answer", body: [{ id: "binance", name: "Binance", image }] };
  }
  if (path.startsWith("/coins/markets?")) {
    const image = (number: number, size: string) => `${PICTURES}/coins/images/${number}/${size}/coin.png?169`;
    return {
      kind: "answer",
      body: [
        { id: "bitcoin", name: "Bitcoin", image: image(1, "large"), current_price: 5 },
        { id: "ethereum", name: "Ethereum", image: image(2, "thumb"), current_price: 4 },
        { id: "own", name: "Own", image: "https://coins.example.com/large/own.png", current_price: 3 },
      ],
    };
  }
  return { kind: "answer", body: bodyFor(path) };
}

function get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  return fetch(`${site.url}${path}`, { headers });
}

it.each(["/", "/coins", "/exchanges.data", "/nowhere"])(
  "%s has HSTS for two years where the operator has configured https",
  async (path) => {
    expect((await get(path)).headers.get("strict-transport-security")).toBe(
      "max-age=63072000; includeSubDomains",
    );
  },
);

it("all cookies are sent only by https there", async () => {
  const post = (path: string, body: string) =>
    fetch(site.url + path, { method: "POST", redirect: "manual", body: new URLSearchParams(body) });
  const answers = [
    await post("/watchlist", "action=add&id=bitcoin&returnTo=/coins"),
    await post("/colour-mode", "mode=dark&returnTo=/coins"),
    await get("/coins", { cookie: "watchlist_change=add/bitcoin//" }),
  ];
  const cookies = answers.flatMap(({ headers }) => headers.getSetCookie());
  expect(cookies.map((cookie) => [cookie.split("=")[0], /; Secure$/.test(cookie)])).toEqual([
    ["watchlist", true],
    ["watchlist_change", true],
    ["colour-mode", true],
    ["watchlist_change", true],
  ]);
});

it("no coin or amount of a list is logged, however a visitor without JavaScript comes by it", async () => {
  const shared = "/watchlist?ids=bitcoin:77123,ethereum:77124&currency=usd";
  const cookie = "watchlist=own:77125";
  const form = new URLSearchParams({ action: "append", ids: "bitcoin:77123", returnTo: shared });
  const init = { method: "POST", body: form, headers: { cookie }, redirect: "manual" } as const;
  const answers = [await fetch(site.url + shared, init)];
  const { headers } = answers[0] ?? new Response();
  expect(headers.get("location")).toContain("77123");
  const changed = headers.getSetCookie().map((each) => each.split(";")[0]);
  expect(changed).toHaveLength(2);
  for (const path of [shared, shared.replace("?", ".data?"), "/watchlist?edit=list"])
    for (const sent of [cookie, changed.join("; ")]) answers.push(await get(path, { cookie: sent }));
  expect(answers.map(({ status }) => status)).toEqual([303, 200, 200, 200, 200, 200, 200]);
  // A later line shows that the lines of these requests have been written.
  await get("/healthz");
  await vi.waitFor(() => expect(site.log()).toContain("GET /healthz"));
  expect(site.log()).toContain("POST /watchlist?currency=usd 303");
  expect(site.log()).not.toMatch(/ids=|7712/);
});

it("cards have the small pictures of the service, and other pictures unchanged", async () => {
  const pictures = async (path: string) => {
    const html = await (await get(path)).text();
    return [...html.matchAll(/<img[^>]* src="\/picture\/[\w-]{16}\/([^"]+)"/g)].map(([, address]) => address);
  };
  expect(await pictures("/coins")).toEqual([
    `${new URL(PICTURES).host}/coins/images/1/small/coin.png%3F169`,
    `${new URL(PICTURES).host}/coins/images/2/small/coin.png%3F169`,
    "coins.example.com/large/own.png",
  ]);
  expect(await pictures("/exchanges")).toEqual([
    `${new URL(PICTURES).host}/markets/images/52/small/binance.jpg`,
  ]);
});

it.each(["markets", "list", "categories"])(
  "/coin/%s is not found without a call to the service, which has another resource there",
  async (id) => {
    const callsFor = (path: string) => upstream.calls.filter((call) => call.path === path).length;
    // The list of all coins, in which the page of an unknown coin looks for similar ones.
    await get("/search.json?q=bitcoin");
    const before = callsFor(`/coins/${id}`);
    expect((await get(`/coin/${id}`)).status).toBe(404);
    expect(callsFor(`/coins/${id}`)).toBe(before);
  },
);
