import { afterAll, beforeAll, expect, it } from "vitest";
import { canonicalTarget } from "~/services/http/request-target.server";
import type { FaultyUpstream } from "../support/faulty-upstream";
import { startEcho } from "./echo";
import { type Edge, startNginx } from "./nginx.mjs";
import { visit, visitKept } from "./visitor";

let app: FaultyUpstream;
let edge: Edge;

beforeAll(async () => {
  app = await startEcho();
  edge = await startNginx([app.url]);
});

afterAll(async () => {
  await edge?.stop();
  await app?.stop();
});

it.each([
  ["/compare?ids=&currency=inr&range=24h", ["/compare", "/compare?ids", "/compare?x=1&Ids=bitcoin"]],
  [
    "/compare?ids=bitcoin,ethereum&currency=usd&range=30d",
    [
      "/compare?ids=bitcoin,ethereum&currency=usd&range=30d",
      "/compare?ids=bitcoin,ethereum&currency=USD&range=30D&q=&x=1",
      "/compare?range=30d&currency=usd&ids=bitcoin,ethereum&ids=pepe",
    ],
  ],
  [
    "/compare?ids=a,b,c.d,e_f,g-h&currency=eur&range=max&q=sol+ana",
    ["/compare?q=sol+ana&ids=a,b,c.d,e_f,g-h&range=max&currency=eur"],
  ],
  ["/compare?ids=bit,bitcoin,coin,it&currency=inr&range=24h", ["/compare?ids=bit,bitcoin,coin,it"]],
  [
    "/compare.data?ids=bitcoin,ethereum&currency=usd&range=7d&_routes=routes%2Fcompare",
    ["/compare.data?ids=bitcoin,ethereum&x=1&currency=usd&range=7d&_routes=routes%2Fcompare"],
  ],
])("%s is one page in all spellings, kept once", async (page, spellings) => {
  const before = app.calls.length;
  for (const spelling of [...spellings, ...spellings])
    expect([spelling, (await visitKept(edge.url, spelling)).text]).toEqual([spelling, page]);
  expect(app.calls.slice(before).map(({ path }) => path)).toEqual([page]);
});

it.each([
  "/compare?ids=bitcoin,bitcoin",
  "/compare?ids=bitcoin,ethereum%2Cbitcoin",
  "/compare?ids=bitcoin,,ethereum",
  "/compare?ids=,bitcoin",
  "/compare?ids=a,b,c,d,e,f",
  "/compare?ids=1move+token,bitcoin",
  "/compare?ids=bitcoin%2Cethereum",
  "/compare?%69ds=bitcoin",
  `/compare?ids=${"x".repeat(129)}`,
  `/compare?ids=${",".repeat(2000)}`,
  "/compare?ids=bitcoin&q=SOL",
  "/compare/?ids=bitcoin",
])("%s is left to the app to read, and not kept", async (path) => {
  const { text, cache } = await visit(edge.url, path);
  expect([text, cache]).toEqual([path, "BYPASS"]);
});

it("nginx never reads a comparison in another way than the app", async () => {
  const parts = "ids range currency q btc eth usd 7d = = & & , , %2C %2c + . -".split(" ");
  let seed = 1;
  const next = (limit: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % limit;
  };
  for (let count = 0; count < 800; count += 1) {
    const query = Array.from({ length: 2 + next(12) }, () => parts[next(parts.length)]).join("");
    const heard = (await visit(edge.url, `/compare?ids=${query}`)).text;
    const read = (address: string) => canonicalTarget(new URL(address, "http://site"));
    expect([query, read(heard)]).toEqual([query, read(`/compare?ids=${query}`)]);
  }
});
