import { afterAll, beforeAll, expect, test } from "vitest";
import { startFaultyUpstream } from "../support/faulty-upstream";
import { type Site, startSite } from "../support/site";
import { get, open, textOf } from "./page";

const KEY = "hush-hush";

let site: Site;
let closed: Site;
let service: Awaited<ReturnType<typeof startFaultyUpstream>>;
beforeAll(async () => {
  service = await startFaultyUpstream(({ path }) => ({
    kind: "answer",
    status: path.includes("/exchanges") ? 200 : 400,
    body: path.includes("/exchanges") ? [] : { status: { error_code: 10011, error_message: KEY } },
  }));
  const env = {
    MARKET_DATA_URL: service.url,
    MARKET_DATA_API_KEY: KEY,
    MARKET_DATA_CALLS_PER_MONTH: "10000",
    MARKET_DATA_CALLS_PER_MINUTE: "600",
  };
  [site, closed] = await Promise.all([startSite(env), startSite({ STATUS_PAGE: "off" })]);
});
afterAll(() => Promise.all([site.stop(), closed.stop(), service.stop()]));

test("the status names what runs, what it called, and what its failures mean, to the operator alone", async () => {
  await get(`${site.url}/exchanges`);
  await get(`${site.url}/coin/a-visitors-coin`);
  const page = await open(`${site.url}/status`);
  expect(page).toMatchObject({ status: 200, robots: "noindex" });
  expect(page.headers.get("cache-control")).toBe("no-store");
  const rows = new Map(
    page.all("main dt").map((name) => [textOf(name), textOf(name.nextElementSibling ?? expect.fail())]),
  );
  const failure =
    "coin: the service answered with an error, or with what cannot be read (HTTP 400): this is a Demo key; set MARKET_DATA_URL=https://api.coingecko.com/api/v3.";
  expect([...rows.values()]).toContain(failure);
  expect(rows.get("Version")).toMatch(/^\d+\.\d+\.\d+, commit \S+, Node v\d/);
  expect(rows.get("Market")).toMatch(/^127\.0\.0\.1:\d+, with a key, 600 calls a minute, 10000 a month/);
  expect(rows.get("Last minute")).toMatch(/^[2-9] of 600$/);
  expect(rows.get("This month")).toMatch(/^\d+ used, \d+ left, enough for \d+ days at this rate$/);
  expect(rows.get("exchanges")).toMatch(/ UTC, \d+ seconds? ago$/);
  expect(rows.get("Memory")).toMatch(/^\d+ MB of \d+ MB$/);
  expect(rows.get("Pages kept")).toMatch(/^[1-9]\d*, \d+\.\d MB$/);
  expect(rows.get("Shared cache")).toBe("none");
  const answer = await get(`${site.url}/status.json`);
  expect(answer.headers.get("cache-control")).toBe("no-store");
  const text = await answer.text();
  expect(JSON.parse(text)).toMatchObject({
    since: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    calls: { perMinute: 600, waiting: 0 },
    fetched: [{ kind: "exchanges" }],
    failures: expect.arrayContaining([{ at: expect.any(String), words: failure }]),
    sharedCache: { isUp: null, replicas: null },
    pages: { count: expect.any(Number) },
  });
  for (const secret of [KEY, "a-visitors-coin"]) expect(text + page.text).not.toContain(secret);
});

test("with STATUS_PAGE=off, its addresses are like any unknown ones", async () => {
  const unknown = await open(`${closed.url}/nowhere`);
  const page = await open(`${closed.url}/status`);
  expect([page.status, page.title, page.text]).toEqual([404, unknown.title, unknown.text]);
  expect((await get(`${closed.url}/status.json`)).status).toBe(404);
});
