import { expect, it, onTestFinished, vi } from "vitest";
import { page, siteInFront } from "../unit/http/site-in-front";
import { createGate, SECOND } from "../unit/market-data/market-under-test";
import { startForwarder } from "./forwarder";
import { startNginx } from "./nginx.mjs";
import { type Answer, visit, visitKept } from "./visitor";

// The app's own front before pages of the test, which are fresh for 60 s and then may be shown for 60 s while they are made
// anew. Its clock is the test's, that of nginx is real.
const PATH = "/coins?currency=inr&page=1";

/** The front, with a page that it keeps for so many seconds already, behind a nginx that has nothing yet. */
async function edgeBeforeKeptPage(ageSeconds: number) {
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
      // Far less than the whole life of the page.
      { timeout: 20_000, interval: 50 },
    );
  return { site, edge, requests: forwarder.requests, visitUntil };
}

it("nginx keeps a page no longer than the app would from then on, and shows it while it fetches the next", async () => {
  const { edge, visitUntil } = await edgeBeforeKeptPage(57);
  expect((await visit(edge.url, PATH)).headers).toMatchObject({ age: "57", "x-cache-status": "MISS" });
  await visitKept(edge.url, PATH);
  const outOfDate = await visitUntil(({ cache }) => cache !== "HIT");
  expect([outOfDate.cache, outOfDate.text]).toEqual(["STALE", "rendering 1"]);
});

it("a page that the app shows while it makes the next one is not good for longer at nginx", async () => {
  const { site, edge, requests, visitUntil } = await edgeBeforeKeptPage(59);
  await visitKept(edge.url, PATH);
  const gate = createGate();
  site.make((_, count) => gate.opened.then(() => page(`rendering ${count}`)));
  site.clock.advance(11 * SECOND);
  await visitUntil(({ cache }) => cache === "STALE");
  const asked = requests.length;
  // Each answer of the app is ten seconds past its life, so nginx asks again and again.
  const meanwhile: Answer[] = [];
  await vi.waitFor(
    async () => {
      meanwhile.push(await visit(edge.url, PATH));
      expect(requests.length).toBeGreaterThan(asked + 3);
    },
    { timeout: 20_000, interval: 50 },
  );
  for (const { cache, text } of meanwhile) {
    expect(cache).toMatch(/^(?:STALE|UPDATING)$/);
    expect(text).toBe("rendering 1");
  }
  gate.open();
  expect((await visitUntil(({ text }) => text === "rendering 2")).status).toBe(200);
  expect(site.asked).toEqual([PATH, PATH]);
});

it("a page that is past its life when nginx first asks for it is not kept", async () => {
  const { site, edge, visitUntil } = await edgeBeforeKeptPage(70);
  const gate = createGate();
  site.make((_, count) => gate.opened.then(() => page(`rendering ${count}`)));
  for (const _ of [1, 2, 3]) {
    const { cache, text } = await visit(edge.url, PATH);
    expect([cache, text]).toEqual(["MISS", "rendering 1"]);
  }
  gate.open();
  expect((await visitUntil(({ cache }) => cache === "HIT")).text).toBe("rendering 2");
});
