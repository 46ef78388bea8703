import Highcharts from "highcharts/esm/highcharts.js";
import "highcharts/esm/modules/accessibility.js";
import { HighchartsReact } from "highcharts-react-official";
import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { type ChartContents, interactiveChartOptions } from "./interactive-chart-options";

export interface InteractiveChartProps extends Omit<ChartContents, "plotLeft" | "hasPoints"> {
  /** Element of the price labels, beside which the plot begins. */
  readonly axis: RefObject<HTMLElement>;
  /** Called with true once the lines are there, in place of the drawing's, and with false when they go. */
  readonly onDrawn: (hasDrawn: boolean) => void;
}

const CONTAINER = { className: "interactive-chart" };

/** Lines drawn by Highcharts over the drawing. New props update them instead of building others. */
export function InteractiveChart(props: InteractiveChartProps) {
  const { points, drawing, currency, range, series, lines, axis, onDrawn } = props;
  const plotLeft = useWidth(axis);
  const [hasPoints, setHasPoints] = useState(false);
  const options = useMemo(
    () => interactiveChartOptions({ points, drawing, currency, range, series, lines, plotLeft, hasPoints }),
    [points, drawing, currency, range, series, lines, plotLeft, hasPoints],
  );
  const ref = useRef<HighchartsReact.RefObject>(null);
  useLayoutEffect(() => {
    const container = ref.current?.container.current;
    // Captured, so that the points are there before Highcharts hears of the focus and looks for one to give it to.
    const drawPoints = () => flushSync(() => setHasPoints(true));
    container?.addEventListener("focus", drawPoints, { capture: true, once: true });
    onDrawn(true);
    return () => {
      container?.removeEventListener("focus", drawPoints, { capture: true });
      onDrawn(false);
    };
  }, [onDrawn]);
  return <HighchartsReact ref={ref} highcharts={Highcharts} options={options} containerProps={CONTAINER} />;
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
