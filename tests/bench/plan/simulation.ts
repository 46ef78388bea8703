// One run of `npm run bench:plan`, in a process of its own, because the site begins with empty caches: plays the scenario in
// its argument and prints the figures as JSON. The settings of the site are in the environment.
import { setTimeout as setRealTimeout } from "node:timers";
import { TIME } from "~/domain/time";
import { marketData } from "~/services/market-data/configured.server";
import { sampleCoins } from "~/services/sample-market/sample-coins.server";
import { runForNetwork } from "~/services/visitor-network.server";
import { createSite, type OpenedPage } from "./opened-page";
import { between, createRandom, type Random } from "./random";
import { createService, type ServiceLimit } from "./service";
import { simulateTime } from "./simulated-time";
import { lookMs, type ProfileName, type View, walk } from "./visitor";

interface Scenario {
  readonly seed: number;
  readonly limit: ServiceLimit;
  /** Calls that the service answers in a month; null: any number. */
  readonly maxCalls: number | null;
  readonly profile: ProfileName;
  /** Whether the site knows the networks of its visitors. */
  readonly networks: "known" | "hidden";
  /** Null: ten minutes from a cold start. */
  readonly month: {
    readonly visitorsPerDay: number;
    /** The days that are played: from the first of the month, unless given. */
    readonly fromDay?: number;
    readonly toDay: number;
    /** Calls of the days before. */
    readonly callsBefore?: number;
    readonly isAttacked?: boolean;
    /** Programs that ask for a feed every five minutes, each for ten in turn; ten thousand coins have names then. */
    readonly readers?: number;
  } | null;
}

const scenario: Scenario = JSON.parse(process.argv[2] ?? "");

/** A month begins with the calendar's. */
const MONTH_START_MS = Date.UTC(2026, 10, 1);
const VISITORS = 20;
const MINUTES = 10;
const LATE_MINUTES = 3;
/** Visitors come within this time. */
const ARRIVAL_MS = 20_000;
const SLOW_MS = 3000;
const VIEWS_PER_VISIT = 5;
/** Visitors in the quietest hour (04:00 UTC), as a share of those in an average one; in the busiest, twelve hours later, 1.8. */
const QUIET_SHARE = 0.2;
/** On the second day at 15:00 UTC, for an hour: one client asks for a hundred coins a minute, which exist, but nobody else views. */
const ATTACK = { startMs: MONTH_START_MS + 39 * TIME.HOUR, coins: 6000, everyMs: 600, patienceMs: 10_000 };

const READER = { everyMs: 5 * TIME.MINUTE, feeds: 10 } as const;

const figures = {
  views: 0,
  failed: 0,
  lateViews: 0,
  lateFailed: 0,
  slow: 0,
  coinViews: 0,
  withoutChart: 0,
  chartLater: 0,
  feeds: 0,
  withoutFeed: 0,
};
/** Minutes since the prices of lists, tables and coins were fetched that visitors saw. */
const agesMinutes: number[] = [];
/** Views of cards and tables, in hours since the attack began, with the age of the first page of cards in minutes. */
const listViews: { hour: number; isFailed: boolean; age: number | null }[] = [];

const { limit, month, profile } = scenario;
const startMs = MONTH_START_MS + (month?.fromDay ?? 0) * TIME.DAY;
const endMs = month === null ? startMs + MINUTES * TIME.MINUTE : MONTH_START_MS + month.toDay * TIME.DAY;
const time = simulateTime(startMs);
const random = (part: number) => createRandom(1000 * scenario.seed + part);
Object.assign(Math, { random: random(0) });
const [maxCalls, callsBefore] = [scenario.maxCalls ?? Infinity, month?.callsBefore ?? 0];
const names = month?.readers ? READER.feeds * month.readers : month?.isAttacked ? 100 + ATTACK.coins : 2000;
const service = createService({ limit, maxCalls, callsBefore, names, random: random(1), time });
Object.assign(globalThis, { fetch: service.fetch });
// Lines for failed calls, and one a day for the calls of the month.
Object.assign(console, { log: () => {}, info: () => {}, warn: () => {} });
const site = await createSite();
// The site reads what it has stored of the days before, in real time.
if (month?.callsBefore) await new Promise((resolve) => setRealTimeout(resolve, 1000));
void (month === null ? tenMinutes() : days(month.visitorsPerDay));
// As a visitor with a network that no other one has.
if (month?.isAttacked) void come(2 ** 20, attack);
if (month?.readers) void readFeeds(month.readers);
await time.runUntil(endMs);
// As on SIGTERM. Visits that are under way end here.
await marketData.close();
const result = {
  ...figures,
  calls: service.calls(),
  refused: service.refused(),
  agesMinutes: agesMinutes.map((minutes) => Math.round(10 * minutes) / 10),
  listViews,
};
export type Figures = typeof result;
// Some visitors still wait.
process.stdout.write(`${JSON.stringify(result)}\n`, () => process.exit(0));

/** Twenty visitors who stay until the end. */
function tenMinutes(): Promise<unknown> {
  const stayToTheEnd = async (own: Random) => {
    await time.pause(between(own, 0, ARRIVAL_MS));
    for (const view of walk(own, profile)) {
      if (time.now() >= endMs) return;
      await look(view, own);
    }
  };
  return Promise.all(Array.from({ length: VISITORS }, (_, visitor) => come(visitor, stayToTheEnd)));
}

/** Visitors who come at times that follow the rhythm of a day: the same ones, whatever day is played first. */
async function days(visitorsPerDay: number): Promise<void> {
  const own = random(2);
  let atMs = MONTH_START_MS;
  for (let visitor = 0; atMs < endMs; visitor++) {
    const hour = (atMs % TIME.DAY) / TIME.HOUR;
    const share = 1 - (1 - QUIET_SHARE) * Math.cos(((hour - 4) / 24) * 2 * Math.PI);
    // Times between visitors who come independently of each other are distributed exponentially.
    atMs += Math.trunc((-Math.log(1 - own()) * TIME.DAY) / visitorsPerDay / share);
    if (atMs < startMs) continue;
    await time.pause(atMs - time.now());
    void come(visitor, visit);
  }
}

/** Lets a visitor come, with random numbers and an IPv4 address of their own. */
function come(visitor: number, stayOf: (own: Random) => Promise<void>): Promise<void> {
  const network = `10.${visitor >> 16}.${(visitor >> 8) & 255}.${visitor & 255}`;
  return runForNetwork(scenario.networks === "known" ? network : null, () => stayOf(random(100 + visitor)));
}

/** Opens coins without looking at them, and leaves those that keep it waiting. */
async function attack(): Promise<void> {
  await time.pause(ATTACK.startMs - time.now());
  for (const id of [...sampleCoins().keys()].slice(100, 100 + ATTACK.coins)) {
    const leaving = new AbortController();
    setTimeout(() => leaving.abort(), ATTACK.patienceMs);
    void site({ kind: "coin", address: `/coin/${id}` }, leaving.signal);
    await time.pause(ATTACK.everyMs);
  }
}

/** Has each reader ask for one of its feeds, again and again. */
async function readFeeds(readers: number): Promise<void> {
  const ids = [...sampleCoins().keys()].slice(0, READER.feeds * readers);
  const { loader } = await import("~/routes/coin.$id_.$file");
  for (let next = 0; time.now() < endMs; await time.pause(READER.everyMs)) {
    for (const id of Array.from({ length: readers }, () => ids[next++ % ids.length] ?? "")) {
      const request = new Request(`http://site.example/coin/${id}/feed.atom?currency=usd`);
      void readFeed(async () => loader({ request, params: { id, file: "feed.atom" }, context: {} }));
    }
  }
}

async function readFeed(ask: () => Promise<Response>): Promise<void> {
  const { status } = await ask();
  figures.feeds += 1;
  if (status !== 200) figures.withoutFeed += 1;
}

/** A visit of one to nine pages. */
async function visit(own: Random): Promise<void> {
  let left = Math.floor(between(own, 1, 2 * VIEWS_PER_VISIT));
  for (const view of walk(own, profile)) {
    await look(view, own);
    left -= 1;
    if (left === 0) return;
  }
}

/** Opens a page and looks at it. */
async function look(view: View, own: Random): Promise<void> {
  const askedAt = time.now();
  const stayMs = lookMs(own);
  const page = await site(view);
  const isFailed = page.status >= 400 || !page.hasSomething;
  figures.views += 1;
  if (isFailed) figures.failed += 1;
  if (time.now() - askedAt > SLOW_MS) figures.slow += 1;
  if (askedAt >= endMs - LATE_MINUTES * TIME.MINUTE) {
    figures.lateViews += 1;
    if (isFailed) figures.lateFailed += 1;
  }
  const age = isFailed || page.fetchedAt === null ? null : (time.now() - page.fetchedAt) / TIME.MINUTE;
  if (age !== null && /^(?:list|table|coin)$/.test(view.kind)) agesMinutes.push(age);
  if (month?.isAttacked && /^(?:list|table)$/.test(view.kind)) {
    const isFirst = view.kind === "list" && /[?&]page=1(?:&|$)/.test(view.address);
    listViews.push({ hour: (askedAt - ATTACK.startMs) / TIME.HOUR, isFailed, age: isFirst ? age : null });
  }
  if (view.kind === "coin" && !isFailed) {
    figures.coinViews += 1;
    if (page.isWithoutChart) figures.withoutChart += 1;
  }
  const last = await stay(view, page, stayMs);
  if (page.isWithoutChart && !last.isWithoutChart) figures.chartLater += 1;
}

/** Looks at a page, which asks again by itself for what is still to come. @returns the page as it was seen last */
async function stay(view: View, first: OpenedPage, stayMs: number): Promise<OpenedPage> {
  const untilMs = time.now() + stayMs;
  let page = first;
  while (page.retryInMs !== null && time.now() + page.retryInMs < untilMs) {
    await time.pause(page.retryInMs);
    const next = await site(view);
    // An open page keeps what it has when a refresh fails.
    if (next.status >= 400) break;
    page = next;
  }
  await time.pause(untilMs - time.now());
  return page;
}
