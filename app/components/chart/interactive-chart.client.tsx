import Highcharts from "highcharts/esm/highcharts.js";
import { HighchartsReact } from "highcharts-react-official";
import { type RefObject, useEffect, useLayoutEffect, useMemo, useState } from "react";
import { flushSync } from "react-dom";
import { type ChartContents, interactiveChartOptions } from "./interactive-chart-options";

interface InteractiveChartProps {
  readonly contents: Omit<ChartContents, "plotLeft">;
  /** Element of the price labels, beside which the plot begins. */
  readonly axis: RefObject<HTMLElement>;
  /** Called with true once the lines have replaced the static ones, and with false when they go. */
  readonly onDrawn: (hasDrawn: boolean) => void;
}

const CONTAINER = { className: "interactive-chart" };

/**
 * Lines drawn by Highcharts over the static chart. New props update them. Keyboard support is added on the first key press: it
 * takes as long as the lines, and until then the description of the static chart says more.
 *
 * The chart is built in two tasks, first without its lines, because a slow phone does not respond during a task.
 */
export function InteractiveChart({ contents, axis, onDrawn }: InteractiveChartProps) {
  const plotLeft = useWidth(axis);
  const [hasKeys, setHasKeys] = useState(false);
  const [isFramed, setIsFramed] = useState(false);
  const options = useMemo(
    () => interactiveChartOptions({ ...contents, plotLeft }, hasKeys),
    [contents, plotLeft, hasKeys],
  );
  const shown = useMemo(() => (isFramed ? options : { ...options, series: [] }), [options, isFramed]);
  useEffect(() => setIsFramed(true), []);
  useLayoutEffect(() => {
    if (!isFramed) return;
    // Before the focus moves, because a redraw would lose it once the chart has it.
    const addKeys = () => flushSync(() => setHasKeys(true));
    document.addEventListener("keydown", addKeys, { once: true });
    onDrawn(true);
    return () => {
      document.removeEventListener("keydown", addKeys);
      onDrawn(false);
    };
  }, [isFramed, onDrawn]);
  return (
    <div aria-hidden={!hasKeys}>
      <HighchartsReact highcharts={Highcharts} options={shown} containerProps={CONTAINER} />
    </div>
  );
}

/** Measures an element's width in whole CSS pixels before each paint, because labels and fonts change it. */
function useWidth({ current: element }: RefObject<HTMLElement>): number {
  const [width, setWidth] = useState(element?.offsetWidth ?? 0);
  useLayoutEffect(() => {
    if (element === null) return;
    const measure = () => setWidth(element.offsetWidth);
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  useLayoutEffect(() => setWidth(element?.offsetWidth ?? 0));
  return width;
}
