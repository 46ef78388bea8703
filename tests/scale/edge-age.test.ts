import { expect, it, onTestFinished, vi } from "vitest";
import { siteInFront } from "../unit/http/site-in-front";
import { SECOND } from "../unit/market-data/market-under-test";
import { startForwarder } from "./forwarder";
import { startNginx } from "./nginx.mjs";
import { type Answer, visit, visitUntilCached } from "./visitor";

// The app's own front with pages of the test, which are fresh for 60 s and may then be served stale for 60 s. The test moves
// the app's clock; nginx has a real one.
const PATH = "/coins?currency=inr&page=1";

/** The front with a page that it has cached for some seconds, behind an nginx with an empty cache. */
async function edgeWithCachedPage(ageSeconds: number) {
  const site = await siteInFront();
  const forwarder = await startForwarder(`http://127.0.0.1:${site.port}`);
  onTestFinished(() => forwarder.stop());
  const edge = await startNginx([forwarder.url]);
  onTestFinished(() => edge.stop());
  await site.ask(PATH);
  site.clock.advance(ageSeconds * SECOND);
  const visitUntil = (holds: (answer: Answer) => boolean) =>
    vi.waitFor(
      async () => {
        const answer = await visit(edge.url, PATH);
        expect(holds(answer)).toBe(true);
        return answer;
      },
      // Far less than the page's ttl.
      { timeout: 20_000, interval: 50 },
    );
  return { edge, visitUntil };
}

it("nginx keeps a page fresh no longer than the app does, and serves it stale while it fetches the next", async () => {
  const { edge, visitUntil } = await edgeWithCachedPage(57);
  expect((await visit(edge.url, PATH)).headers).toMatchObject({ age: "57", "x-cache-status": "MISS" });
  await visitUntilCached(edge.url, PATH);
  const outOfDate = await visitUntil(({ cache }) => cache !== "HIT");
  expect([outOfDate.cache, outOfDate.text]).toEqual(["STALE", "rendering 1"]);
});
