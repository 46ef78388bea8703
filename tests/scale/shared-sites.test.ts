import { expect, it, onTestFinished, vi } from "vitest";
import { type FaultyUpstream, startFaultyUpstream } from "../support/faulty-upstream";
import { startRedis } from "../support/redis";
import { type Site, startSite } from "../support/site";
import { eventually, MINUTE } from "../unit/market-data/market-under-test";
import { answerNormally, keysIn } from "./replicas";

const PAGES = ["/coins?currency=usd", "/coin/bitcoin?currency=eur&range=7d", "/exchanges"];

/** Replicas of the production build in separate processes, with one upstream and one Redis. */
async function sitesWithRedis(count: number, env: Readonly<Record<string, string>> = {}) {
  const upstream: FaultyUpstream = await startFaultyUpstream(answerNormally);
  const redis = await startRedis();
  const start = () =>
    startSite({
      MARKET_DATA_URL: upstream.url,
      MARKET_DATA_CACHE_URL: redis.url,
      // A busy machine is not a slow Redis.
      MARKET_DATA_CACHE_TIMEOUT_MS: "20000",
      ...env,
    });
  const sites = await Promise.all(Array.from({ length: count }, start));
  onTestFinished(async () => {
    await Promise.all(sites.map((site) => site.stop()));
    await upstream.stop();
    await redis.stop();
  });
  return {
    upstream,
    redis,
    sites,
    async restart(site: Site) {
      await site.stop();
      const again = await start();
      sites.push(again);
      return again;
    },
  };
}

function pathsOf(upstream: FaultyUpstream): string[] {
  return upstream.calls.map((call) => call.path).sort();
}

const CALLS = [
  "/coins/bitcoin",
  "/coins/bitcoin/market_chart?vs_currency=eur&days=7d",
  "/coins/categories/list",
  "/coins/markets?vs_currency=usd&page=1",
  "/coins/markets?vs_currency=usd&page=1&order=market_cap_desc&sparkline=true&price_change_percentage=1h,24h,7d",
  "/exchanges",
  "/global",
];

it("three replicas make one call for each address of the service, and a restarted one makes none", async () => {
  const { upstream, sites, restart } = await sitesWithRedis(3);
  const statuses = await Promise.all(
    sites.flatMap((site) => PAGES.map(async (page) => (await fetch(`${site.url}${page}`)).status)),
  );
  expect(statuses).toEqual(Array(9).fill(200));
  await eventually(() => expect(pathsOf(upstream)).toEqual(CALLS));

  await upstream.refuse();
  const [first] = sites;
  if (first === undefined) throw new Error("no site");
  const again = await restart(first);
  for (const page of PAGES) expect((await fetch(`${again.url}${page}`)).status).toBe(200);
  expect(pathsOf(upstream)).toEqual(CALLS);
  const metrics = await (await fetch(`${again.url}/metrics`)).text();
  // Cards, and their table once it has been asked for in the background.
  expect(metrics).toMatch(/market_data_taken_over_total\{kind="coins"\} [12]$/m);
});

it("five replicas that all get visitors at once call no more often than one may", async () => {
  const { upstream, sites } = await sitesWithRedis(5, { MARKET_DATA_CALLS_PER_MINUTE: "30" });
  const [begin, before] = [performance.now(), upstream.calls.length];
  const coins = Array.from({ length: 8 }, (_, index) => index);
  await Promise.all(
    sites.flatMap((site, index) => coins.map((coin) => fetch(`${site.url}/coin/coin-${index}-${coin}`))),
  );
  const calls = upstream.calls.length - before;
  // A sixth of the limit at once, and the others each minute.
  expect(calls).toBeLessThanOrEqual(5 + (performance.now() - begin) * (25 / MINUTE));
  expect(calls).toBeGreaterThanOrEqual(5);
});

it.each(["there", "frozen", "gone"])("shuts down with Redis %s", async (state) => {
  const redis = await startRedis();
  onTestFinished(() => redis.stop());
  const upstream = await startFaultyUpstream(answerNormally);
  onTestFinished(() => upstream.stop());
  const site = await startSite({ MARKET_DATA_URL: upstream.url, MARKET_DATA_CACHE_URL: redis.url });
  onTestFinished(() => site.stop());
  expect((await fetch(`${site.url}/exchanges`)).status).toBe(200);
  if (state === "frozen") redis.freeze();
  if (state === "gone") await redis.kill();
  expect(await site.terminate()).toEqual({ code: 0, signal: null });
});

it("a site that is stopped leaves the prices that it has seen in Redis", async () => {
  const { redis, sites } = await sitesWithRedis(1);
  for (const site of sites) {
    expect((await fetch(`${site.url}/coins?currency=usd`)).status).toBe(200);
    await site.terminate();
  }
  const key = (await keysIn(redis)).find((name) => name.endsWith(":answer:observed-prices"));
  if (key === undefined) throw new Error("No prices were left.");
  expect(await redis.command("GET", key)).toContain('"usd/bitcoin"');
});

it("a page that says that it is out of date is cached for five seconds, and never in place of an error", async () => {
  const { upstream, redis, sites, restart } = await sitesWithRedis(1);
  const [site] = sites;
  if (site === undefined) throw new Error("No site was started.");
  // Makes Bitcoin's price known: without it, volumes lack a currency, and the page is cached for a minute only.
  await (await fetch(`${site.url}/coins`)).text();
  const fresh = await fetch(`${site.url}/exchanges`);
  expect(fresh.headers.get("cache-control")).toMatch(
    /^public, max-age=0, s-maxage=(?:600|59\d), stale-while-revalidate=60, stale-if-error=3600$/,
  );
  // An answer that was shared half an hour ago, which is more than twice its ttl.
  let key: string | undefined;
  await eventually(async () => {
    key = (await keysIn(redis)).find((name) => name.endsWith(":answer:/exchanges"));
    expect(key).toBeDefined();
  });
  const record = String(await redis.command("GET", key ?? ""));
  const [fetchedAt = "", body = ""] = record.split("\n");
  await redis.command("SET", key ?? "", `${Number(fetchedAt) - 30 * 60_000}\n${body}`, "PX", "3600000");
  await upstream.refuse();
  const again = await restart(site);
  const check = async () => {
    const page = await fetch(`${again.url}/exchanges`);
    expect(await page.text()).toContain("may be out of date");
    expect(page.headers.get("cache-control")).toBe("public, max-age=0, s-maxage=5");
    const data = await fetch(`${again.url}/exchanges.data`);
    expect(data.headers.get("cache-control")).toBe("public, max-age=0, s-maxage=5");
  };
  // The page that was rendered before the refresh failed is fresh for five seconds.
  await vi.waitFor(check, { timeout: 30_000, interval: 100 });
});
