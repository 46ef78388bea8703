import type { ServerResponse } from "node:http";
import type { ColourMode } from "~/domain/colour-mode";
import type { Clock } from "../clock.server";
import { createSingleFlight } from "../single-flight.server";
import { lifetimeOf } from "./lifetime.server";
import { encodePage } from "./page-body.server";
import { createPageStore, isKept, type KeptPage, type Page } from "./page-store.server";

/** Makes a page: what Remix answers to a GET. */
export type RenderPage = (request: Request) => Promise<Response>;

/** Way in which a page was served, in the words of nginx. */
export type CacheStatus = "HIT" | "STALE" | "MISS" | "EXPIRED" | "BYPASS";

/** A page, and how it came; one that is not kept, for whoever waited for it alone, is a `BYPASS`. */
interface Found {
  readonly page: Page;
  readonly status: CacheStatus;
}

/** Finds the page of a canonical target in a colour mode. It rejects when the visitor whose response this is has left. */
export type FindPage = (target: string, mode: ColourMode | null, response: ServerResponse) => Promise<Found>;

/** Milliseconds after a failure before a page that is still shown is made anew. */
const RETRY_MS = 5000;

/**
 * Keeps pages, their data and other public answers for as long as their own Cache-Control lets a shared cache (RFC 9111):
 * fresh ones are served at once; beyond that, within `stale-while-revalidate`, at once too while one rendering goes on behind
 * it; within `stale-if-error`, in place of a failure. All who wait for a page share one rendering, and it is given up when
 * the last of them has left. Failures, and whatever is not public or sets a cookie, are not kept.
 */
export function createPages(render: RenderPage, clock: Clock): FindPage {
  const { monotonic } = clock;
  const store = createPageStore();
  const flights = createSingleFlight<Page>(clock);

  /** @param isRefresh the page is shown meanwhile, and made whoever leaves */
  function make({ key, request }: Wanted, isRefresh: boolean): Promise<Page> {
    const { promise } = flights.begin(key, async (signal, onStart) => {
      if (isRefresh) onStart();
      const page = await pageOf(await render(request(signal)), clock);
      if (isKept(page)) store.set(key, page);
      return page;
    });
    return promise;
  }

  function refresh(wanted: Wanted, page: KeptPage): void {
    const { key } = wanted;
    if (flights.get(key) !== undefined || page.retryAt > monotonic()) return;
    make(wanted, true).then(
      (made) => {
        if (made.status >= 500) page.retryAt = monotonic() + RETRY_MS;
        else if (!isKept(made)) store.delete(key);
      },
      (error: unknown) => {
        page.retryAt = monotonic() + RETRY_MS;
        console.error(error);
      },
    );
  }

  /** Waits for a page with all others who do. */
  function join(wanted: Wanted, response: ServerResponse): Promise<Page> {
    // Its failure is for those who join.
    if (flights.get(wanted.key) === undefined) make(wanted, false).catch(() => {});
    const leaving = new AbortController();
    response.once("close", () => leaving.abort());
    return flights.join(wanted.key, leaving.signal);
  }

  return async function findPage(target, mode, response) {
    const wanted = wantedPage(target, mode);
    const kept = store.get(wanted.key);
    if (kept !== undefined) {
      const stage = stageOf(kept, monotonic());
      if (stage === "stale") refresh(wanted, kept);
      if (stage !== "expired") return { page: kept, status: stage === "fresh" ? "HIT" : "STALE" };
    }
    const made = await join(wanted, response);
    if (isKept(made)) return { page: made, status: kept === undefined ? "MISS" : "EXPIRED" };
    if (kept !== undefined && made.status >= 500 && isGoodForFailure(kept, monotonic())) {
      kept.retryAt = monotonic() + RETRY_MS;
      return { page: kept, status: "STALE" };
    }
    store.delete(wanted.key);
    return { page: made, status: "BYPASS" };
  };
}

function stageOf(page: KeptPage, now: number): "fresh" | "stale" | "after-failure" | "expired" {
  const { freshMs, staleMs } = page.lifetime;
  const ageMs = now - page.madeAt;
  if (ageMs <= freshMs) return "fresh";
  if (ageMs <= freshMs + staleMs) return "stale";
  return page.retryAt > now && isGoodForFailure(page, now) ? "after-failure" : "expired";
}

function isGoodForFailure({ madeAt, lifetime }: KeptPage, now: number): boolean {
  return now - madeAt <= lifetime.freshMs + lifetime.errorMs;
}

async function pageOf(response: Response, { monotonic }: Clock): Promise<Page> {
  const isPacked = response.headers.get("Content-Type") === "image/png";
  const body = await encodePage(Buffer.from(await response.arrayBuffer()), isPacked);
  const headers = Object.fromEntries(response.headers);
  const lifetime = lifetimeOf(response);
  return { status: response.status, headers, body, lifetime, madeAt: monotonic(), retryAt: 0 };
}

interface Wanted {
  readonly key: string;
  readonly request: (signal: AbortSignal) => Request;
}

function wantedPage(target: string, mode: ColourMode | null): Wanted {
  const headers: HeadersInit = mode === null ? {} : { Cookie: `colour-mode=${mode}` };
  return {
    key: `${mode ?? ""} ${target}`,
    request: (signal) => new Request(`http://site.invalid${target}`, { headers, signal }),
  };
}
