import { useEffect, useState } from "react";
import type { PricePoint } from "~/domain/chart/price-history";
import type { TimeTick, timeAxis } from "~/domain/chart/time-axis";
import type { Range } from "~/domain/market/range";

/** Kept once loaded, so that another coin in the same document starts with it. */
let loaded: typeof timeAxis | null = null;

/**
 * The drawing's time axis in the visitor's zone, like all other times of the page; null until it is there. What finds the
 * round times of a zone is fetched after the page has been painted, apart from the interactive chart, which not everybody
 * gets.
 */
export function useLocalTimeAxis(points: readonly PricePoint[], range: Range): readonly TimeTick[] | null {
  const [axis, setAxis] = useState<readonly TimeTick[] | null>(null);
  useEffect(() => {
    let isGone = false;
    const show = (draw: typeof timeAxis) => {
      loaded = draw;
      if (!isGone) setAxis(draw(points, range, "local"));
    };
    if (loaded !== null) show(loaded);
    else import("~/domain/chart/time-axis").then((module) => show(module.timeAxis)).catch(() => {});
    return () => {
      isGone = true;
    };
  }, [points, range]);
  return axis;
}
