import Highcharts from "highcharts/esm/highcharts.js";
import "highcharts/esm/modules/accessibility.js";
import { HighchartsReact } from "highcharts-react-official";
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { type ChartContents, type ChartOptions, interactiveChartOptions } from "./interactive-chart-options";

export interface InteractiveChartProps extends Omit<ChartContents, "plotLeft"> {
  /** Element of the price labels, beside which the plot begins. */
  readonly axis: RefObject<HTMLElement>;
  /**
   * Stands in the box until the chart is built, and on paper: the style sheet hides the chart behind it, and afterwards the
   * static chart that follows the other one.
   */
  readonly staticChart: ReactNode;
  /** Follows the chart for listeners once it is built. */
  readonly summary: string;
}

const CONTAINER = { className: "interactive-chart" };

/** Chart drawn by Highcharts, built in idle time behind the static one. New props update it instead of building another. */
export function InteractiveChart(props: InteractiveChartProps) {
  const { points, drawing, currency, range, series, lines, axis, staticChart, summary } = props;
  const plotLeft = useWidth(axis);
  const options = useMemo(
    () => interactiveChartOptions({ points, drawing, currency, range, series, lines, plotLeft }),
    [points, drawing, currency, range, series, lines, plotLeft],
  );
  const ref = useRef<HighchartsReact.RefObject>(null);
  const [built] = useState(() => ({ first: firstOptions(options), whole: options }));
  const [isBuilt, setIsBuilt] = useState(false);
  useEffect(() => {
    const chart = ref.current?.chart;
    if (chart !== undefined) return inIdleTime(remainingPieces(chart, built.whole), () => setIsBuilt(true));
  }, [built]);
  return (
    <>
      {isBuilt ? <p className="is-sr-only">{summary}</p> : staticChart}
      <HighchartsReact
        ref={ref}
        highcharts={Highcharts}
        // Leaves the chart as it was built until there is something new to show.
        options={isBuilt && options !== built.whole ? options : built.first}
        containerProps={CONTAINER}
      />
      {isBuilt ? staticChart : null}
    </>
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

/** Time in milliseconds after which a piece is built on a page that is never idle. */
const MAX_WAIT_MS = 500;

/**
 * Returns the options that a chart begins with: no series, no axes, no accessibility module. Built in one task, a chart
 * would block a slow phone for a third of a second.
 */
function firstOptions(options: ChartOptions): Highcharts.Options {
  return {
    ...options,
    accessibility: { ...options.accessibility, enabled: false },
    xAxis: { ...options.xAxis, visible: false },
    yAxis: { ...options.yAxis, visible: false },
    series: [],
  };
}

/** Lists the rest of a chart that began with `firstOptions`, each piece a task of its own. */
function remainingPieces(
  chart: Highcharts.Chart,
  { series, accessibility }: ChartOptions,
): readonly (() => void)[] {
  return [
    () => series.forEach((one) => void chart.addSeries(lineOnly(one), false, false)),
    () => chart.redraw(false),
    () => chart.xAxis[0]?.update({ visible: true }),
    () => chart.yAxis[0]?.update({ visible: true }),
    () => series.forEach((one, index) => void chart.series[index]?.update(one)),
    () => chart.update({ accessibility: { ...accessibility, enabled: true } }, true, false, false),
  ];
}

/** Leaves out the points, which cost as much as the line and are visible only while they are pointed at. */
function lineOnly(series: Highcharts.SeriesLineOptions): Highcharts.SeriesLineOptions {
  return { ...series, marker: { enabled: false } };
}

/**
 * Runs each piece when the browser is idle, and then `done`.
 * @returns a function that cancels the pieces that have not run yet
 */
function inIdleTime(pieces: readonly (() => void)[], done: () => void): () => void {
  let cancel = () => {};
  const run = (index: number) => {
    const piece = pieces[index];
    if (piece === undefined) return done();
    cancel = whenIdle(() => {
      piece();
      run(index + 1);
    });
  };
  run(0);
  return () => cancel();
}

/** Waits for idle time, or for the next task in browsers without `requestIdleCallback` (Safari). */
function whenIdle(task: () => void): () => void {
  if (typeof requestIdleCallback === "function") {
    const handle = requestIdleCallback(task, { timeout: MAX_WAIT_MS });
    return () => cancelIdleCallback(handle);
  }
  const timer = setTimeout(task, 0);
  return () => clearTimeout(timer);
}
