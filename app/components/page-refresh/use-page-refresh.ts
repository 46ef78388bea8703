import { useFetcher, useLocation, useNavigation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { pageAddress } from "~/domain/page-address";
import { refreshAfterMs, retryAfterMs } from "~/domain/refresh-plan";
import { setShownPage } from "./shown-page";

interface RefreshedPage {
  /** What the page's loader said: another object each time. */
  readonly data: object;
  /** What it shows, for the toast of a refresh that fails: `prices`. */
  readonly noun: string;
  /** When that was so, in milliseconds since the epoch. */
  readonly dataFrom: number;
  /** So long it is fresh. */
  readonly freshMs: number;
}

/** What may have changed so that a refresh is possible again. */
const OCCASIONS: readonly (readonly [target: "document" | "window", event: string])[] = [
  ["document", "visibilitychange"],
  ["window", "online"],
  ["window", "pageshow"],
];

/**
 * Keeps an open page current: once its data are no longer fresh it is loaded anew behind the scenes, as long as somebody
 * can see it. The route needs `loadOrKeep` as its client loader and `refreshAction` as its client action.
 */
export function usePageRefresh({ data, noun, dataFrom, freshMs }: RefreshedPage): void {
  const address = pageAddress(useLocation());
  const { submit, state } = useFetcher();
  const isIdle = useNavigation().state === "idle" && state === "idle";
  const plan = useRef({ data: null as object | null, dueAt: 0 });

  useEffect(() => setShownPage({ address, data, noun, dataFrom }), [address, data, noun, dataFrom]);

  useEffect(() => {
    if (plan.current.data !== data) {
      const isFirst = plan.current.data === null;
      const now = Date.now();
      const delay = refreshAfterMs({ ageMs: now - dataFrom, freshMs, isFirst, chance: Math.random() });
      plan.current = { data, dueAt: now + delay };
    }
    if (!isIdle) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      clearTimeout(timer);
      if (!canRefresh()) return;
      const left = plan.current.dueAt - Date.now();
      if (left > 0) {
        timer = setTimeout(look, left);
        return;
      }
      plan.current.dueAt = Date.now() + retryAfterMs(freshMs, Math.random());
      submit(null, { method: "post", action: address });
    };
    look();
    for (const [target, event] of OCCASIONS) targetOf(target).addEventListener(event, look);
    return () => {
      clearTimeout(timer);
      for (const [target, event] of OCCASIONS) targetOf(target).removeEventListener(event, look);
    };
  }, [address, data, dataFrom, freshMs, isIdle, submit]);
}

/**
 * Does nothing: what counts is that Remix loads a page anew after an action. (`useRevalidator` does so too, but counts as
 * a navigation to the same place, after which Remix scrolls to where the visitor was when it began.)
 */
export function refreshAction(): null {
  return null;
}

function targetOf(target: "document" | "window"): EventTarget {
  return target === "document" ? document : window;
}

/** Not for a page that nobody sees, not without a network, and not for those who count their bytes. */
function canRefresh(): boolean {
  return document.visibilityState === "visible" && navigator.onLine && !savesData();
}

/** https://wicg.github.io/savedata/: not every browser has it. */
function savesData(): boolean {
  const connection: unknown = "connection" in navigator ? navigator.connection : null;
  return (
    typeof connection === "object" &&
    connection !== null &&
    "saveData" in connection &&
    connection.saveData === true
  );
}
