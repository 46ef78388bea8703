import { afterAll, beforeAll, expect, test } from "vitest";
import { PAGE_PATHS } from "../e2e/page-paths";
import { type Site, startSite } from "../support/site";
import { get, open } from "./page";

/** Makes a site find the service's host on this machine. */
const HOSTS = `import dns from "node:dns";
const { lookup } = dns;
dns.lookup = (host, ...rest) => lookup(host === "api.coingecko.com" ? "127.0.0.1" : host, ...rest);`;

const CREDIT = { name: "Powered by CoinGecko API", href: "https://www.coingecko.com/en/api" };

let site: Site;
/** Shares no data. */
let closed: Site;
beforeAll(async () => {
  const env = {
    MARKET_DATA_URL: process.env["UPSTREAM_URL"]?.replace("127.0.0.1", "api.coingecko.com") ?? "",
    MARKET_DATA_CALLS_PER_MINUTE: "0",
    NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(HOSTS)}`,
    SITE_URL: "https://coins.test",
  };
  [site, closed] = await Promise.all([startSite(env), startSite({ ...env, OPEN_DATA: "off" })]);
});
afterAll(() => Promise.all([site.stop(), closed.stop()]));

/** Opens a page once it has all its parts. */
async function openWhole(path: string, { url } = site) {
  await expect.poll(async () => (await get(url + path)).text()).not.toContain('http-equiv="refresh"');
  return open(url + path);
}

const WITHOUT_DATA = ["/about", "/api", "/compare"];

const WITH_DATA = [
  ...PAGE_PATHS.filter((path) => !WITHOUT_DATA.includes(path)),
  ...["/coins?view=table", "/coins?list=gainers", "/coins?category=layer-1"],
  ...["/search?q=bit", "/exchanges?view=table"],
  ...["/compare?ids=bitcoin,ethereum", "/watchlist?ids=bitcoin", "/convert?from=usd&to=inr"],
];

test.each(WITH_DATA)("%s credits the service once, in the line with the age of the data", async (path) => {
  const credit = (await openWhole(path)).getByRole("link", { name: CREDIT.name });
  expect(credit.getAttribute("href")).toBe(CREDIT.href);
  expect(credit.closest("main")).not.toBe(null);
  const times = credit.closest("p")?.querySelectorAll("time");
  // What a search has found has prices of several times.
  expect(times).toHaveLength(path.startsWith("/search") ? 0 : 1);
});

test.each(WITHOUT_DATA)("%s has no data to credit", async (path) => {
  expect((await openWhole(path)).queryByRole("link", { name: CREDIT.name })).toBe(null);
});

test("files and embedded charts credit the service, too", async () => {
  const file = async (name: string) => (await get(`${site.url}/coin/bitcoin/${name}?currency=usd`)).text();
  const [header, first] = (await file("history.csv")).split("\r\n");
  expect(header).toMatch(new RegExp(`,"${CREDIT.name}, ${CREDIT.href}"$`));
  expect(first).toMatch(/,$/);
  expect(JSON.parse(await file("history.json")).credit).toEqual({
    ...{ name: "CoinGecko", text: CREDIT.name, href: CREDIT.href },
  });
  expect(await file("chart.svg")).toContain(`<a href="${CREDIT.href}">${CREDIT.name}</a>`);
  const html = (await open(`${site.url}/coin/bitcoin`)).getByLabelText(
    "HTML of the chart, to copy",
  ).textContent;
  expect(html).toMatch(new RegExp(`<br><a href="${CREDIT.href}">${CREDIT.name}</a>$`));
});

const OPEN_FILES = ["history.csv", "history.json", "chart.svg"].map(
  (file) => `/coin/bitcoin/${file}?currency=usd`,
);
const OPEN_DATA = /history\.(?:csv|json)|chart\.svg|"(?:https:\/\/coins\.test)?\/api[?"/]/;

test("pages lead to what is open", async () => {
  const html = async (path: string) => (await get(site.url + path)).text();
  for (const path of ["/about", "/coin/bitcoin", "/api"]) expect(await html(path)).toMatch(OPEN_DATA);
});

test.each(["/api", "/API/?currency=usd", "/api/openapi.json", ...OPEN_FILES])(
  "with OPEN_DATA=off, there is no %s",
  async (path) => {
    const answers = [get(site.url + path), get(closed.url + path)];
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 404]);
  },
);

test("with OPEN_DATA=off, its page is like any unknown address, and preview images stay", async () => {
  const [api, unknown] = [await open(`${closed.url}/api`), await open(`${closed.url}/nowhere`)];
  expect([api.title, api.text]).toEqual([unknown.title, unknown.text]);
  expect(api.headers.get("cache-control")).toBe("no-store");
  expect((await get(`${closed.url}/coin/bitcoin/preview.png?currency=usd`)).status).toBe(200);
});

test.each([...WITH_DATA, "/about", "/compare", "/nowhere", "/sitemap/1.xml"])(
  "with OPEN_DATA=off, nothing on %s leads to what is not there",
  async (path) => {
    await openWhole(path, closed);
    const text = await (await get(closed.url + path)).text();
    expect(text).not.toMatch(OPEN_DATA);
    expect(text).not.toContain("https://coins.test/api<");
  },
);
