import { expect, test } from "vitest";
import { get, open } from "./page";

const site = "sample";
const NOW = String.raw`on \d\d? [A-Z][a-z]{2} \d{4}, \d\d:\d\d UTC`;
const PRICE = String.raw`[₹€$][\d,.]+`;
const CHANGE = String.raw`[+−]?[\d,]+\.\d\d\u00a0%`;
const LIST = `${PRICE} \\(${CHANGE} in 24 hours\\), .*, ${NOW}\\. .* in`;

test.each([
  ["/", "Cypto-On-The-GO", "^Coins, their prices"],
  ["/coins?currency=eur&page=2", "Coins, page 2", `${LIST} eur`],
  ["/coins?currency=usd&page=1&view=table&order=volume_desc", "Coin table", `${LIST} usd`],
  ["/coin/bitcoin?currency=usd&range=7d", "Bitcoin $", `^Bitcoin: ${PRICE}, ${CHANGE} in 24 hours, ${NOW}`],
  ["/exchanges", "Exchanges", `${NOW}: .* first`],
  ["/search?q=bit&currency=usd", "Search: bit", "^\\d+ coins match “bit”: "],
])("link previews of %s have an absolute address and a real picture", async (path, title, description) => {
  const page = await open(path, { site });
  const origin = process.env["SAMPLE_SITE_URL"] ?? "";
  const html = await (await get(path, { site })).text();
  const named = (property: string) => page.one(`meta[property="${property}"]`).getAttribute("content") ?? "";
  // Some programs read only the first 32 kB.
  expect(html.indexOf("og:image")).toBeLessThan(10_000);
  expect(named("og:url")).toBe(origin + path);
  expect(page.canonical).toBe(origin + path);
  expect(named("og:title")).toContain(title);
  const [notice, text] = named("og:description").split(" – not a live market. ");
  expect(notice).toBe("Sample prices");
  expect(text).toMatch(new RegExp(description));
  expect(page.one("meta[name=description]").getAttribute("content")).toBe(text);
  expect(named("og:image:alt")).not.toBe("");
  expect(named("og:image").startsWith(`${origin}/`)).toBe(true);
  const picture = await get(named("og:image"));
  expect(picture.headers.get("content-type")).toBe("image/png");
  expect(picture.headers.has("content-encoding")).toBe(false);
  expect(picture.headers.get("cache-control")).toMatch(/^public/);
  const png = Buffer.from(await picture.arrayBuffer());
  expect(png.byteLength).toBeLessThanOrEqual(120_000);
  const size = ["width", "height"].map((side) => Number(named(`og:image:${side}`)));
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual(size);
  for (const [, json = ""] of html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g))
    expect(JSON.parse(json)).toMatchObject({ "@context": "https://schema.org" });
});

test("a new picture is drawn once for two hundred concurrent requests", async () => {
  const drawn = async () => {
    const metrics = await (await get("/metrics", { site })).text();
    return Number(/^pictures_total\{outcome="drawn"\} (\d+)/m.exec(metrics)?.[1] ?? 0);
  };
  const before = await drawn();
  const address = "/coin/tether/preview.png?currency=eur&range=60d";
  const answers = await Promise.all(Array.from({ length: 200 }, () => get(address, { site })));
  expect(answers.map(({ status }) => status)).toEqual(Array(200).fill(200));
  expect(await drawn()).toBe(before + 1);
});

test("a coin's history is a table to download, which other sites may read", async () => {
  const response = await get("/coin/bitcoin/history.csv?currency=usd&range=max", { site });
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": "text/csv; charset=utf-8; header=present",
    "content-disposition": 'attachment; filename="sample-bitcoin-usd-max.csv"',
    "access-control-allow-origin": "*",
    "access-control-expose-headers": "Content-Disposition, ETag, Retry-After",
    "cross-origin-resource-policy": "cross-origin",
  });
});

test("a coin's files are sent only if they have changed", async () => {
  const address = "/coin/bitcoin/history.json?currency=usd&range=1y&style=candles";
  const first = await get(address, { site });
  expect((await first.json()).columns).toEqual(["time", "open", "high", "low", "close"]);
  const tag = first.headers.get("etag") ?? "";
  expect(tag).toMatch(/^"[\w-]+"$/);
  const again = await get(address, { site, headers: { "if-none-match": tag } });
  expect([again.status, (await again.bytes()).byteLength]).toEqual([304, 0]);
  expect(again.headers.get("cache-control")).toMatch(/^public/);
  const openApi = await get("/api/openapi.json", { site });
  expect((await openApi.json()).openapi).toBe("3.1.0");
  expect(openApi.headers.get("access-control-allow-origin")).toBe("*");
});

test("a coin's files are the same in every colour mode", async () => {
  const plain = await get("/coin/bitcoin/chart.svg?currency=usd&range=1y", { site });
  const headers = { cookie: "colour-mode=dark" };
  const chosen = await get("/coin/bitcoin/chart.svg?range=1y&currency=USD&x=1", { site, headers });
  expect(chosen.headers.get("cache-control")).toMatch(/^public/);
  expect(await chosen.text()).toBe(await plain.text());
});

test.each(["history.csv", "history.json", "chart.svg", "preview.png"])(
  "%s of an unknown coin is a sentence that may not be cached",
  async (file) => {
    const response = await get(`/coin/ghost/${file}`, { site });
    expect(response.status).toBe(404);
    expect(response.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(await response.text()).toBe("There is no such coin.\n");
  },
);

test("without a service, pictures are a 503 with a sentence, and files have the page's status", async () => {
  const at = (path: string) => get(`/coin/bitcoin${path}`, { site: "cut off" });
  const picture = await at("/preview.png");
  expect(picture.status).toBe(503);
  expect(picture.headers.get("retry-after")).toMatch(/^\d+$/);
  for (const response of [picture, await at("/history.csv")]) {
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(await response.text()).toBe("Error While Fetching Coin.\n");
  }
  expect((await at("/chart.svg")).status).toBe((await at("")).status);
  for (const file of ["history.csv", "preview.png"]) {
    const limited = await get(`/coin/bitcoin/${file}`, { site: "rate limited" });
    expect(limited.status).toBe(503);
    expect(Number(limited.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(limited.headers.get("cache-control")).toBe("no-store");
  }
});

test("requests for more pictures than can be drawn get a Retry-After that may not be cached", async () => {
  const asked = Array.from({ length: 60 }, (_, index) =>
    get(`/coin/sample-coin-${200 + index}/preview.png?currency=eur&range=14d`, { site }),
  );
  const refused = (await Promise.all(asked)).filter(({ status }) => status !== 200);
  expect(refused.length).toBeGreaterThan(0);
  for (const answer of refused) {
    expect(answer.status).toBe(503);
    expect(answer.headers.get("retry-after")).toMatch(/^\d+$/);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answer.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    // By the queue of the pictures or, on a busy machine, by that of all that has to be rendered.
    expect(await answer.text()).toMatch(
      /^(?:Error While Fetching Coin\.|Too many pages are requested .*)\n$/,
    );
  }
  expect((await get(new URL(refused[0]?.url ?? "").pathname, { site })).status).toBe(200);
});
