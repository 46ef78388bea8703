import { useEffect, useMemo, useState } from "react";
import type { PricePoint } from "~/domain/chart/price-history";
import type { TimeTick } from "~/domain/chart/time-axis";
import type { Range } from "~/domain/market/range";

const interactiveChart = lazyPart(async () => (await import("./interactive-chart.client")).InteractiveChart);
const timeAxis = lazyPart(async () => (await import("~/domain/chart/time-axis")).timeAxis);

/** Returns the interactive chart; null until its code has loaded, and for good when that fails: the drawing then stays. */
export function useInteractiveChart() {
  return useLazyPart(interactiveChart);
}

/**
 * Returns the drawing's time axis in the visitor's zone; null until its code has loaded. Loaded apart from the interactive
 * chart, which not every browser gets.
 */
export function useLocalTimeAxis(points: readonly PricePoint[], range: Range): readonly TimeTick[] | null {
  const draw = useLazyPart(timeAxis);
  return useMemo(() => draw?.(points, range, "local") ?? null, [draw, points, range]);
}

/** Code loaded after the page has been painted, and kept for the next page in the same document. */
interface LazyPart<Part> {
  loaded: Part | null;
  readonly load: () => Promise<Part>;
}

function lazyPart<Part>(load: () => Promise<Part>): LazyPart<Part> {
  return { loaded: null, load };
}

/** Returns null on the server and in the first client render, which must be the same. */
function useLazyPart<Part>(lazy: LazyPart<Part>): Part | null {
  const [part, setPart] = useState<Part | null>(null);
  useEffect(() => {
    let isGone = false;
    const show = (loaded: Part) => {
      lazy.loaded = loaded;
      // Wraps the part, because React would call a function to get the state.
      if (!isGone) setPart(() => loaded);
    };
    if (lazy.loaded !== null) show(lazy.loaded);
    else lazy.load().then(show, () => {});
    return () => {
      isGone = true;
    };
  }, [lazy]);
  return part;
}
