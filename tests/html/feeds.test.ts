import { expect, test } from "vitest";
import { readAtom } from "../support/atom";
import { get } from "./page";

const site = "sample";
const FEED = "/coin/bitcoin/feed.atom?currency=usd";

test("a feed is public, fresh for a quarter of an hour, and sent again only if it has changed", async () => {
  const first = await get(FEED, { site });
  expect(Object.fromEntries(first.headers)).toMatchObject({
    "content-type": "application/atom+xml; charset=utf-8",
    "cache-control": "public, max-age=900",
    "access-control-allow-origin": "*",
  });
  const { entries, links } = readAtom(await first.text());
  expect(entries.length).toBeGreaterThanOrEqual(30);
  expect(links["self"]).toBe(`${process.env["SAMPLE_SITE_URL"]}${FEED}`);
  const headers = { "if-none-match": first.headers.get("etag") ?? "", cookie: "colour-mode=dark" };
  const again = await get("/coin/bitcoin/feed.atom?x=1&currency=USD", { site, headers });
  expect([again.status, await again.text()]).toEqual([304, ""]);
});

test("a feed of an unknown coin is a 404, and one without a service a 503 that may not be cached", async () => {
  const unknown = await get("/coin/ghost/feed.atom", { site });
  expect([unknown.status, await unknown.text()]).toEqual([404, "There is no such coin.\n"]);
  const failed = await get(FEED, { site: "cut off" });
  expect([failed.status, failed.headers.get("cache-control")]).toEqual([503, "no-store"]);
  expect(failed.headers.get("retry-after")).toMatch(/^\d+$/);
});
