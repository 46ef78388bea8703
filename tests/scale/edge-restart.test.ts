import { setTimeout as read } from "node:timers/promises";
import { afterAll, expect, it, vi } from "vitest";
import { startSite } from "../support/site";
import { startNginx } from "./nginx.mjs";
import { visit } from "./visitor";

const VISITORS = 6;

/** How long a visitor looks at a page, in milliseconds. Without it, three of them would keep a processor busy. */
const READING_MS = 200;

const replicas = [await startSite(), await startSite(), await startSite()];
// They have been serving for a while.
await Promise.all(replicas.map(({ url }) => visit(url, "/coins")));
const edge = await startNginx(replicas.map(({ url }) => url));

afterAll(async () => {
  await edge.stop();
  await Promise.all(replicas.map((replica) => replica.stop()));
});

it("no visitor notices a rolling restart of the replicas", async () => {
  let isOver = false;
  const failures: string[] = [];
  let answers = 0;
  const visitor = async (number: number) => {
    for (let turn = 0; !isOver; turn += 1) {
      for (const { path, options, expected } of requestsOf(number, turn)) {
        const status = await visit(edge.url, path, options).then(
          (answer) => answer.status,
          (error: unknown) => String(error),
        );
        answers += 1;
        if (status !== expected) failures.push(`${path}: ${status}`);
      }
      await read(READING_MS);
    }
  };
  const visitors = Array.from({ length: VISITORS }, (_, number) => visitor(number));
  try {
    for (const [index, replica] of replicas.entries()) {
      await replica.terminate();
      // It returns at the address that nginx knows.
      const next = await startSite({ PORT: new URL(replica.url).port });
      replicas[index] = next;
      // As in any rolling restart, the next one stops when this one is serving.
      await vi.waitFor(async () => expect((await fetch(`${next.url}/readyz`)).status).toBe(200), {
        timeout: 60_000,
      });
    }
  } finally {
    isOver = true;
    await Promise.all(visitors);
  }
  expect(failures).toEqual([]);
  expect(answers).toBeGreaterThan(VISITORS);
}, 180_000);

/** Pages that nginx does not cache, for their spelling or their colour mode, and the form: all of them need a replica. */
function requestsOf(visitor: number, turn: number) {
  return [
    { path: `/coins/?visitor=${visitor}&turn=${turn}`, options: {}, expected: 200 },
    { path: "/coins", options: { headers: { cookie: "colour-mode=dark" } }, expected: 200 },
    { path: "/colour-mode", options: { method: "POST", body: "mode=dark" }, expected: 303 },
  ];
}
