// One run of `npm run bench:plan`, in a process of its own, because the site begins with empty caches: plays the scenario in
// its argument and prints the figures as JSON. The settings of the site are in the environment.
import { TIME } from "~/domain/time";
import { createSite, type OpenedPage } from "./opened-page";
import { between, createRandom, type Random } from "./random";
import { createService, type ServiceLimit } from "./service";
import { simulateTime } from "./simulated-time";
import { lookMs, type View, walk } from "./visitor";

interface Scenario {
  readonly seed: number;
  readonly limit: ServiceLimit;
  /** Calls that the service answers altogether; null: any number. */
  readonly maxCalls: number | null;
  /** Null: ten minutes from a cold start. */
  readonly month: { readonly days: number; readonly visitorsPerDay: number } | null;
}

const scenario: Scenario = JSON.parse(process.argv[2] ?? "");

/** A month begins with the calendar's. */
const START_MS = Date.UTC(2026, 10, 1);
const VISITORS = 20;
const MINUTES = 10;
const LATE_MINUTES = 3;
/** Visitors come within this time. */
const ARRIVAL_MS = 20_000;
const SLOW_MS = 3000;
const VIEWS_PER_VISIT = 5;
/** Visitors in the quietest hour (04:00 UTC), as a share of those in an average one; in the busiest, twelve hours later, 1.8. */
const QUIET_SHARE = 0.2;

const figures = {
  views: 0,
  failed: 0,
  lateViews: 0,
  lateFailed: 0,
  slow: 0,
  coinViews: 0,
  withoutChart: 0,
  chartLater: 0,
};
/** How many views of each kind had each outcome, to find out why. */
const outcomes: Record<string, number> = {};

const time = simulateTime(START_MS);
const random = (part: number) => createRandom(1000 * scenario.seed + part);
Object.assign(Math, { random: random(0) });
const { limit, maxCalls, month } = scenario;
const service = createService({ limit, maxCalls: maxCalls ?? Infinity, random: random(1), time });
Object.assign(globalThis, { fetch: service.fetch });
// Lines for failed calls, and one a day for the month's budget.
Object.assign(console, { log: () => {}, info: () => {}, warn: () => {} });
const site = await createSite();
const endMs = START_MS + (month === null ? MINUTES * TIME.MINUTE : month.days * TIME.DAY);
void (month === null ? tenMinutes() : days(month.visitorsPerDay));
await time.runUntil(endMs);
const result = {
  ...figures,
  calls: service.calls(),
  refused: service.refused(),
  outcomes,
  kinds: service.kinds(),
};
// Some visitors still wait.
process.stdout.write(`${JSON.stringify(result)}\n`, () => process.exit(0));

/** Twenty visitors who stay until the end. */
function tenMinutes(): Promise<unknown> {
  const visitors = Array.from({ length: VISITORS }, async (_, index) => {
    const own = random(100 + index);
    await time.pause(between(own, 0, ARRIVAL_MS));
    for (const view of walk(own)) {
      if (time.now() >= endMs) return;
      await look(view, own);
    }
  });
  return Promise.all(visitors);
}

/** Visitors who come at times that follow the rhythm of a day. */
async function days(visitorsPerDay: number): Promise<void> {
  const own = random(2);
  for (let visitor = 0; time.now() < endMs; visitor++) {
    const hour = (time.now() % TIME.DAY) / TIME.HOUR;
    const share = 1 - (1 - QUIET_SHARE) * Math.cos(((hour - 4) / 24) * 2 * Math.PI);
    // Times between visitors who come independently of each other are distributed exponentially.
    await time.pause((-Math.log(1 - own()) * TIME.DAY) / visitorsPerDay / share);
    void visit(random(100 + visitor));
  }
}

/** A visit of one to nine pages. */
async function visit(own: Random): Promise<void> {
  let left = Math.floor(between(own, 1, 2 * VIEWS_PER_VISIT));
  for (const view of walk(own)) {
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
  const isSlow = time.now() - askedAt > SLOW_MS;
  if (isSlow) figures.slow += 1;
  if (askedAt >= endMs - LATE_MINUTES * TIME.MINUTE) {
    figures.lateViews += 1;
    if (isFailed) figures.lateFailed += 1;
  }
  if (view.kind === "coin" && !isFailed) {
    figures.coinViews += 1;
    if (page.isWithoutChart) figures.withoutChart += 1;
  }
  const end = isFailed ? page.status : page.isWithoutChart ? "without chart" : "ok";
  const outcome = `${view.kind} ${end}${isSlow ? " slowly" : ""}`;
  outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
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
