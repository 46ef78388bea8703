import { execFileSync } from "node:child_process";
import { lstat, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { TIME } from "~/domain/time";
import type { Clock } from "~/services/clock.server";
import { createAnswerFile } from "~/services/market-data/store/answer-file.server";
import { eventually, fakeTimers, historyOf, marketOnPlan, metricOf } from "./market-under-test";
import { bodyFor } from "./small-bodies";

const START = Date.UTC(2026, 10, 20);

async function createPath(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "answers-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  return join(folder, "of", "market");
}

/** A process of the site, with its file. */
function processAt(path: string, start = START) {
  const serviceUrl = "https://service.test";
  const clock: Clock = { now: () => setting.clock.now(), monotonic: () => setting.clock.monotonic() };
  const setting = marketOnPlan({ start, store: createAnswerFile(path, serviceUrl, clock) });
  const { market, registry } = setting;
  const sixtyDays = () => historyOf(market, "60d");
  return { ...setting, sixtyDays, monthCalls: () => metricOf(registry, "market_data_month_calls_used") };
}

/** The file of a process that has ended. */
async function keptFile(): Promise<string> {
  const path = await createPath();
  const { market, table } = processAt(path);
  await table();
  await market.common.exchanges.read();
  await market.close();
  return path;
}

describe("a process that has ended", () => {
  it.each([
    ["one list", 0],
    ["a later list, too", 3 * TIME.HOUR],
  ])("leaves its answers, its prices and its count of calls to the next one: %s", async (_what, laterMs) => {
    const path = await createPath();
    const first = processAt(path);
    first.service.answer = (path) => {
      if (path.includes("market_chart")) return { prices: [[first.clock.now() - TIME.HOUR, 6]] };
      const minute = first.clock.now() / TIME.MINUTE;
      return path.startsWith("/simple/price") ? { bitcoin: { usd: minute } } : bodyFor(path);
    };
    await Promise.all([first.table(), first.market.coin("bitcoin"), first.sixtyDays()]);
    for (const ms of [20 * TIME.MINUTE, 20 * TIME.MINUTE, laterMs, 20 * TIME.MINUTE]) {
      first.clock.advance(ms);
      await eventually(async () => expect((await first.table()).freshForMs).toBeGreaterThan(0));
    }
    const [price, { value: history }] = [first.clock.now() / TIME.MINUTE, await first.sixtyDays()];
    expect(history.at(-1)?.[1]).toBe(price);
    expect(history.length).toBeGreaterThanOrEqual(5);
    expect(first.calls.filter((path) => path.includes("order="))).toHaveLength(laterMs > 0 ? 2 : 1);
    await first.market.close();

    const next = processAt(path, first.clock.now());
    await next.market.restored;
    expect(next.market.known("bitcoin", "usd")?.price).toBe(price);
    expect((await next.table()).value).toMatchObject([{ id: "bitcoin", price }]);
    expect((await next.market.coin("bitcoin")).value.in.usd.name).toBe("A Coin");
    expect((await next.sixtyDays()).value).toEqual(history);
    expect(next.calls).toEqual([]);
    await next.market.common.exchanges.read();
    const calls = await first.monthCalls();
    await eventually(async () => expect(await next.monthCalls()).toBe(calls + 1));
    await next.market.close();
  });

  it("has written its file every five minutes, for its user alone", async () => {
    const path = await createPath();
    const endFaking = fakeTimers();
    const { market } = processAt(path);
    await market.common.exchanges.read();
    await eventually(async () => {
      vi.advanceTimersByTime(5 * TIME.MINUTE);
      expect((await stat(path)).mode & 0o777).toBe(0o600);
    });
    endFaking();
    await market.close();
  });

  it("may have been stopped while it wrote", async () => {
    const path = await keptFile();
    await writeFile(`${path}.new`, '{"service":');
    const next = processAt(path);
    await next.table();
    expect(next.calls).toEqual([]);
    await next.market.coin("bitcoin");
    await next.market.close();
    const last = processAt(path);
    await last.market.coin("bitcoin");
    expect(last.calls).toEqual([]);
    expect(console.warn).not.toHaveBeenCalled();
  });

  it("keeps the previous file and logs a warning if it cannot write", async () => {
    const path = await keptFile();
    await mkdir(`${path}.new`);
    const next = processAt(path);
    expect((await next.market.coin("bitcoin")).value.id).toBe("bitcoin");
    const before = await readFile(path, "utf8");
    await next.market.close();
    expect(await readFile(path, "utf8")).toBe(before);
    const warning = expect.stringMatching(/^market data file: not written \(/);
    expect(vi.mocked(console.warn).mock.calls).toEqual([[warning]]);
  });
});

const UNREADABLE = "not what this site writes";

it.each<[what: string, reason: string | null, change: (text: string) => string | null]>([
  ["is not there", null, () => null],
  ["is empty", UNREADABLE, () => ""],
  ["is no JSON", UNREADABLE, () => "<!doctype html>"],
  ["has another first line", UNREADABLE, (text) => text.replace(/"calls":\d+/, '"calls":"many"')],
  ["ends within the first line", UNREADABLE, (text) => text.slice(0, 20)],
  ["is of another service", "of another service", (text) => text.replace("service.test", "other.test")],
  ["is a week old", "too old", (text) => text.replace(`At":${START}`, `At":${START - 7 * TIME.DAY - 1}`)],
  ["is larger than 64 MB", "too large", (text) => text.padEnd(64_000_001)],
  ["has bodies that cannot be read", null, (text) => text.replace(/"body":"[^"]*"/g, '"body":"bm8="')],
  ["has answers of tomorrow", null, (text) => text.replaceAll(`dAt":${START}`, `dAt":${START + TIME.DAY}`)],
])("a process starts cold where its file %s, with the warning: %s", async (_what, reason, change) => {
  const path = await keptFile();
  const text = change(await readFile(path, "utf8"));
  await (text === null ? rm(path) : writeFile(path, text));
  const { market, table, calls } = processAt(path);
  await market.restored;
  expect(market.known("bitcoin", "usd")).toBeNull();
  await table();
  await market.common.exchanges.read();
  expect(calls).toHaveLength(2);
  const warning = `market data file: not read (${reason}); starting cold`;
  expect(vi.mocked(console.warn).mock.calls).toEqual(reason === null ? [] : [[warning]]);
  await market.close();
});

it.each<[what: string, put: (path: string) => unknown]>([
  ["a link", (path) => symlink("/dev/zero", path)],
  ["a pipe", (path) => execFileSync("mkfifo", [path])],
  ["a directory", (path) => mkdir(path)],
])("a process neither reads nor replaces %s in its file's place, and ends", async (_what, put) => {
  const path = await createPath();
  await mkdir(dirname(path));
  await put(path);
  const before = await lstat(path);
  const { market, calls } = processAt(path);
  await market.common.exchanges.read();
  expect(calls).toHaveLength(1);
  await market.close();
  expect((await lstat(path)).ino).toBe(before.ino);
  expect(await readdir(dirname(path))).toEqual(["market"]);
  const warning = "market data file: not used (not a regular file); going on without it";
  expect(vi.mocked(console.warn).mock.calls).toEqual([[warning]]);
});

it("a line that is unreadable costs nothing but that line, and those beyond 20,000 are left", async () => {
  const path = await keptFile();
  const [header = "", ...lines] = (await readFile(path, "utf8")).trimEnd().split("\n");
  const many = Array.from({ length: 30_000 }, () => "{}");
  await writeFile(path, [header, '{"name":', ...lines, ...many].join("\n"));
  const { market, table, calls } = processAt(path);
  await table();
  expect(calls).toEqual([]);
  const count = `${many.length + 1} of ${many.length + lines.length + 2}`;
  expect(vi.mocked(console.warn).mock.calls).toEqual([[`market data file: ${count} lines not read`]]);
  await market.close();
});

it("an unfinished file is gone after the next start, and what follows is for its user alone", async () => {
  const path = await keptFile();
  await writeFile(`${path}.new`, "{", { mode: 0o666 });
  const { market } = processAt(path);
  await market.restored;
  expect(await readdir(dirname(path))).toEqual(["market", "market.lock"]);
  await market.coin("bitcoin");
  await market.close();
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(await readdir(dirname(path))).toEqual(["market"]);
});

it.each([
  ["of a process that runs", `${hostname()} 1`, true],
  ["of another machine", "elsewhere 1", true],
  ["of a process that has ended", `${hostname()} 999999999`, false],
  ["that nobody has written", "", false],
])("a lock %s (%s) keeps a process from the file: %s", async (_what, owner, isKept) => {
  const path = await keptFile();
  const before = await readFile(path, "utf8");
  await writeFile(`${path}.lock`, owner);
  const { market, table, calls } = processAt(path);
  await table();
  expect(calls).toHaveLength(isKept ? 1 : 0);
  await market.coin("bitcoin");
  await market.close();
  expect((await readFile(path, "utf8")) === before).toBe(isKept);
  const warning = `market data file: not used (in use by ${owner}); going on without it`;
  expect(vi.mocked(console.warn).mock.calls).toEqual(isKept ? [[warning]] : []);
});
