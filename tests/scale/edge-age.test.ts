import { expect, it, onTestFinished } from "vitest";
import { siteInFront } from "../unit/http/site-in-front";
import { SECOND } from "../unit/market-data/market-under-test";
import { startForwarder } from "./forwarder";
import { startNginx } from "./nginx.mjs";
import { visit, visitUntil, visitUntilCached } from "./visitor";

// The app's own front with pages of the test, which are fresh for 60 s and may then be served stale for 60 s. The test moves
// the app's clock; nginx has a real one.
const PATH = "/coins?currency=inr&page=1";

it("nginx keeps a page fresh no longer than the app does, and serves it stale while it fetches the next", async () => {
  const site = await siteInFront();
  const forwarder = await startForwarder(`http://127.0.0.1:${site.port}`);
  onTestFinished(() => forwarder.stop());
  const edge = await startNginx([forwarder.url]);
  onTestFinished(() => edge.stop());
  await site.ask(PATH);
  site.clock.advance(57 * SECOND);
  expect((await visit(edge.url, PATH)).headers).toMatchObject({ age: "57", "x-cache-status": "MISS" });
  await visitUntilCached(edge.url, PATH);
  const outOfDate = await visitUntil(edge.url, PATH, ({ cache }) => cache !== "HIT");
  expect([outOfDate.cache, outOfDate.text]).toEqual(["STALE", "rendering 1"]);
});
