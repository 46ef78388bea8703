import Highcharts from "highcharts/esm/highcharts.js";
import "highcharts/esm/modules/accessibility.js";
import { HighchartsReact } from "highcharts-react-official";
import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from "react";
import { type ChartContents, interactiveChartOptions, POINTS } from "./interactive-chart-options";

export interface InteractiveChartProps extends Omit<ChartContents, "plotLeft"> {
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
  const hasPoints = useRef(false);
  const options = useMemo(
    () =>
      interactiveChartOptions(
        { points, drawing, currency, range, series, lines, plotLeft },
        hasPoints.current,
      ),
    [points, drawing, currency, range, series, lines, plotLeft],
  );
  const ref = useRef<HighchartsReact.RefObject>(null);
  useLayoutEffect(() => {
    const drawPoints = () => {
      const chart = ref.current?.chart;
      hasPoints.current = true;
      for (const line of chart?.series ?? []) line.update({ type: "line", marker: POINTS }, false);
      chart?.redraw(false);
    };
    // The first key that is pressed, because a redraw would lose the focus once the chart has it.
    document.addEventListener("keydown", drawPoints, { once: true });
    onDrawn(true);
    return () => {
      document.removeEventListener("keydown", drawPoints);
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
