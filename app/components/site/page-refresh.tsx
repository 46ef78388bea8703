import {
  type ClientLoaderFunctionArgs,
  isRouteErrorResponse,
  replace,
  useFetcher,
  useLocation,
  useMatches,
  useNavigation,
  useRouteLoaderData,
} from "@remix-run/react";
import { useEffect, useRef } from "react";
import { pageAddress } from "~/domain/addresses/canonical-address";
import { isOwnWatchlist } from "~/domain/addresses/page-addresses";
import { formatLocalMoment } from "~/domain/format/time";
import { type DataAge, openPageAttemptMs, refreshAfterMs, retryAfterMs } from "~/domain/refresh-schedule";
import { useTintOfChanges } from "./changed-figures";
import { hasKeptPages, keptAt, offlineLine, showOfflineLine } from "./offline";
import { showToast } from "./toasts";

declare global {
  interface Navigator {
    /** Of https://wicg.github.io/savedata/, which not every browser has. */
    readonly connection?: { readonly saveData?: boolean };
  }
}

interface ShownPage {
  readonly address: string;
  /** The path as it stands in the browser, which may be another spelling. */
  readonly path: string;
  readonly data: DataAge;
  readonly noun: string;
}

let shown: ShownPage | null = null;

/** How long a page that was left is shown again without asking the server, in milliseconds. */
const REMEMBERED_MS = 300_000;

const MAX_REMEMBERED = 20;

/** The data of the latest pages, by address, the latest last. Not of the visitor's own watchlist, which other tabs change. */
const remembered = new Map<string, { readonly data: object; readonly at: number }>();

/** Why the latest refresh failed: without an answer, as for a page that the service worker has kept, or with one. */
let failure: "Offline" | "Not refreshed" = "Offline";

/** A refresh without an answer counts as failed after this long, in milliseconds, and may still arrive. */
const LATE_MS = 2500;

/** A request for data counts as lost after this long: longer than the site itself lets anybody wait. */
const LOST_MS = 10_000;

const OCCASIONS = ["visibilitychange", "online", "offline", "pageshow"];

/**
 * Keeps an open page current: once its data are stale it is reloaded in the background while it is visible and
 * online, unless the visitor saves data. A page with a missing part is reloaded as soon as that may be ready. The route
 * needs the client loader and the client action of this file.
 * @param noun what the page shows, in the plural, for the line when a refresh fails: `prices`
 */
export function usePageRefresh(data: DataAge, noun: string, freshMs: number): void {
  const { fetchedAt, retryInMs = null } = data;
  const { pathname, search } = useLocation();
  const address = pageAddress({ pathname, search });
  const path = pathname + search;
  const { submit, state } = useFetcher();
  const isIdle = useNavigation().state === "idle" && state === "idle";
  useTintOfChanges(address);
  const schedule = useRef({ data: null as object | null, address, dueAt: 0, attempts: 0 });

  useEffect(() => {
    const page = { address, path, data, noun };
    shown = page;
    remember(address, data);
    // Its prices may be older than those of the page before.
    if (offlineLine() !== null) stayAsItIs(page);
    return () => {
      if (shown === page) shown = null;
    };
  }, [address, path, data, noun]);

  useEffect(() => {
    if (schedule.current.data !== data) {
      const isFirst = schedule.current.data === null;
      const now = Date.now();
      const chance = Math.random();
      const before = schedule.current.address === address ? schedule.current.attempts : 0;
      const attempts = retryInMs === null ? 0 : before + 1;
      const delay =
        (retryInMs === null ? null : openPageAttemptMs(retryInMs, attempts, chance)) ??
        refreshAfterMs({ ageMs: now - fetchedAt, freshMs, isFirst, chance });
      schedule.current = { data, address, dueAt: now + delay, attempts };
    }
    if (!isIdle) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const refreshIfDue = (event?: Event) => {
      clearTimeout(timer);
      if (!navigator.onLine) {
        stayAsItIs({ data, noun }, "Offline");
        return;
      }
      const hasLine = offlineLine() !== null;
      if (hasLine && event?.type === "online") schedule.current.dueAt = 0;
      // Not every browser notices that its network is gone, or back.
      if (hasLine && failure === "Offline")
        schedule.current.dueAt = Math.min(
          schedule.current.dueAt,
          Date.now() + retryAfterMs(0, Math.random()),
        );
      if (document.visibilityState !== "visible") return;
      if (retryInMs === null && !hasLine && navigator.connection?.saveData === true) return;
      const left = schedule.current.dueAt - Date.now();
      if (left > 0) {
        timer = setTimeout(refreshIfDue, left);
        return;
      }
      schedule.current.dueAt = Date.now() + retryAfterMs(freshMs, Math.random());
      // Without `index`, the path of Home is the root's, which has no action.
      submit(null, { method: "post", action: address.replace(/^\/(\?|$)/, "/?index&") });
    };
    refreshIfDue();
    for (const event of OCCASIONS) window.addEventListener(event, refreshIfDue);
    return () => {
      clearTimeout(timer);
      for (const event of OCCASIONS) window.removeEventListener(event, refreshIfDue);
    };
  }, [address, data, fetchedAt, freshMs, noun, retryInMs, isIdle, submit]);
}

function remember(address: string, data: DataAge): void {
  remembered.delete(address);
  if (retryOf(data) !== null || isOwnWatchlist(address)) return;
  // Other marks of a chart are another address of the same data, and would push out other pages.
  for (const [other, page] of remembered) if (page.data === data) remembered.delete(other);
  remembered.set(address, { data, at: Date.now() });
  const [oldest = ""] = remembered.keys();
  if (remembered.size > MAX_REMEMBERED) remembered.delete(oldest);
}

/** Returns the data of a page that was on the screen in the last five minutes; null: there are none. */
export function rememberedData(address: string): object | null {
  const page = remembered.get(address);
  return page !== undefined && Date.now() - page.at < REMEMBERED_MS ? page.data : null;
}

/** Reloads a page with a missing part in browsers without JavaScript. Belongs in the head. */
export function RefreshWithoutScript() {
  const retryInMs = retryOf(useRouteLoaderData<Partial<DataAge>>(useMatches().at(-1)?.id ?? ""));
  if (retryInMs === null) return null;
  return (
    <noscript>
      <meta httpEquiv="refresh" content={String(Math.ceil(retryInMs / 1000))} />
    </noscript>
  );
}

/** Returns the milliseconds after which a page with these data requests its missing part; null: nothing is missing. */
function retryOf(data: Partial<DataAge> | undefined): number | null {
  return data?.retryInMs ?? null;
}

/**
 * Does nothing, because Remix reloads the page's data after any action. (`useRevalidator` reloads them too, but as a
 * navigation to the same place, after which Remix scrolls to where the visitor was when it began.)
 */
export function clientAction(): null {
  return null;
}

/**
 * Client loader of every page with market data. A page that was left a moment ago is there again at once, and is refreshed
 * when that is due. For all others it asks the server, as Remix would without it. If the current page cannot be refreshed, it
 * keeps its data and a line says so. It also keeps them if a part of the new data is missing. If another range of it (or currency, or
 * page) gets no answer and is not kept, it stays, and a toast says so.
 * @throws {Response} the failure of any other page, for that page's error boundary; or a redirect
 */
export async function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs): Promise<unknown> {
  const address = pageAddress(new URL(request.url));
  const onScreen = () => (shown?.address === address ? shown : null);
  const seen = onScreen() === null ? rememberedData(address) : null;
  if (seen !== null) return seen;
  const late = setTimeout(() => {
    const page = onScreen();
    if (page !== null && !request.signal.aborted) stayAsItIs(page, "Offline");
  }, LATE_MS);
  try {
    const data = await Promise.race([serverLoader<DataAge>(), lost()]);
    const page = onScreen();
    if (page !== null && !page.data.hasFailed && data.hasFailed) return stayAsItIs(page, "Not refreshed");
    offlineLine()?.remove();
    // Another replica may lack what this page already has.
    return page !== null && retryOf(page.data) === null && retryOf(data) !== null ? page.data : data;
  } catch (error) {
    // Superseded by another navigation, or redirected.
    if (request.signal.aborted || error instanceof Response) throw error;
    const page = onScreen();
    if (isRouteErrorResponse(error)) {
      if (page !== null && error.status >= 500) return stayAsItIs(page, "Not refreshed");
      offlineLine()?.remove();
      throw error;
    }
    if (page !== null) return stayAsItIs(page, "Offline");
    const kept = await keptAt(address);
    // The same page in another range or currency: what can be read stays.
    if (kept === undefined && shown !== null && shown.address.split("?")[0] === address.split("?")[0]) {
      showToast(
        `This ${whatDiffers(shown.address, address)} could not be loaded, and is not kept in your browser.`,
      );
      throw replace(shown.path);
    }
    // If the document is not kept, there is a page that lists what is.
    if (hasKeptPages()) {
      window.location.assign(kept ?? request.url);
      return await new Promise(() => {});
    }
    // Treats lost answers and foreign ones (a proxy's page) like an answer with an error status.
    throw new Response(null, { status: 504 });
  } finally {
    clearTimeout(late);
  }
}

function lost(): Promise<never> {
  return new Promise((_, reject) => setTimeout(reject, LOST_MS, new Error("No answer")));
}

/** Names what a visitor chose who went from one address of a page to another. */
function whatDiffers(from: string, to: string): string {
  const [before, after] = [from, to].map((address) => new URLSearchParams(address.split("?")[1]));
  const differs = (name: string) => before?.get(name) !== after?.get(name);
  return ["currency", "range", "period", "scale"].find(differs) ?? "page";
}

/** Says of when what the page shows is, until the next answer. */
function stayAsItIs({ noun, data }: Pick<ShownPage, "noun" | "data">, why = failure): DataAge {
  failure = why;
  showOfflineLine(`${why}: ${noun} of ${formatLocalMoment(data.fetchedAt)}`);
  return data;
}
