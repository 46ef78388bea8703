import { readFileSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { startFaultyUpstream } from "../support/faulty-upstream";
import { LARGE_IDS, largeBodyFor } from "../support/large-bodies";
import { startSite } from "../support/site";

const MEGABYTE = 2 ** 20;

// As the container image starts it, and compose.yaml limits it, but for the heap: of one as large, the part for what is known would
// take minutes to fill. It is a part of the heap, whatever its size; all that is asked for would not fit into the heap.
const IMAGE = readFileSync("Dockerfile", "utf8");
const [, nodeOptions = "", imageMegabytes] = /NODE_OPTIONS="(.*?size=(\d+).*?)"/.exec(IMAGE) ?? [];
const [, arenas = ""] = /MALLOC_ARENA_MAX=(\d+)/.exec(IMAGE) ?? [];
const [, containerMegabytes] =
  /^ {2}app:[\s\S]*?mem_limit: (\d+)m/m.exec(readFileSync("compose.yaml", "utf8")) ?? [];
const HEAP_MEGABYTES = 80;

const upstream = await startFaultyUpstream(({ path }) => ({ kind: "answer", body: largeBodyFor(path) }));
const site = await startSite({
  NODE_OPTIONS: nodeOptions.replace(`=${imageMegabytes}`, `=${HEAP_MEGABYTES}`),
  MALLOC_ARENA_MAX: arenas,
  MARKET_DATA_URL: upstream.url,
});

afterAll(async () => {
  await site.stop();
  await upstream.stop();
});

/** As many as one client may ask for at a time, and a few that wait. */
const CONCURRENCY = 12;
const ROUNDS = 70;
const CURRENCIES = ["inr", "eur", "usd"] as const;

/** Addresses that need answers of which none is known yet. The data of pages, because rendering them takes most of the time. */
function* distinctAddresses() {
  yield "/search?q=bitcoin";
  for (let round = 0; round < ROUNDS; round++) {
    const ids = LARGE_IDS.slice(5 * round, 5 * round + 5);
    for (const [index, id] of ids.slice(0, 3).entries())
      yield `/coin/${encodeURIComponent(id)}.data?currency=${CURRENCIES[index]}&range=${index === 0 ? "7d" : "24h"}`;
    const query = `currency=${CURRENCIES[round % 3]}`;
    const compared = `ids=${ids.map(encodeURIComponent)}&${query}`;
    yield `/compare.data?${compared}&range=60d`;
    if (round % 3 === 0) yield `/compare?${compared}&range=max`;
    yield `/coins.data?${query}&view=table&page=${round + 1}`;
    yield `/exchange/exchange-${round}.data?${query}`;
  }
}

async function memory() {
  const text = await (await fetch(`${site.url}/metrics`)).text();
  const megabytes = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, "m").exec(text)?.[1]) / MEGABYTE;
  return {
    heap: megabytes("nodejs_heap_size_used_bytes"),
    resident: megabytes("process_resident_memory_bytes"),
  };
}

/** Patient with a busy machine: twenty seconds are usual. */
const TIMEOUT_MS = 240_000;

const TITLE = "a client who asks for ever more coins, histories, tables and exchanges ends no process";

test(TITLE, { timeout: TIMEOUT_MS }, async ({ annotate }) => {
  const before = await memory();
  const addresses = distinctAddresses();
  const statuses: number[] = [];
  async function visit(): Promise<void> {
    for (const address of addresses) {
      const response = await fetch(site.url + address).catch(() => {
        throw new Error(`No answer after ${statuses.length} pages:\n${site.log()}`);
      });
      await response.arrayBuffer();
      statuses.push(response.status);
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, visit));
  const after = await memory();
  const inWords = ({ heap, resident }: typeof before) => `${heap.toFixed()} (${resident.toFixed()})`;
  await annotate(
    `${statuses.length} pages, ${upstream.calls.length} calls; heap (resident): ${inWords(before)}, then ${inWords(after)} MB`,
  );
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(site.log()).not.toMatch(/heap|Warning|Error/);
  const besideHeap = Number(containerMegabytes) - Number(imageMegabytes);
  expect(after.resident - HEAP_MEGABYTES).toBeLessThan(besideHeap);
});
