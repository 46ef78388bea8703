import { type ComponentType, useEffect, useState } from "react";
import type { InteractiveChartProps } from "./interactive-chart.client";

type InteractiveChart = ComponentType<InteractiveChartProps>;

/** Kept once loaded, so that a second visit in the same document starts with it. */
let loaded: InteractiveChart | null = null;

/**
 * The interactive chart, once its code is there; null on the server, in the first client render, and for good when it
 * fails to load: the drawing then stays. It is fetched after the page has been painted and is used by the browser only.
 */
export function useInteractiveChart(): InteractiveChart | null {
  const [chart, setChart] = useState<InteractiveChart | null>(null);
  useEffect(() => {
    let isGone = false;
    const show = (component: InteractiveChart) => {
      loaded = component;
      // In a function, or React would call the component to get the state.
      if (!isGone) setChart(() => component);
    };
    if (loaded !== null) show(loaded);
    else import("./interactive-chart.client").then((module) => show(module.InteractiveChart)).catch(() => {});
    return () => {
      isGone = true;
    };
  }, []);
  return chart;
}
