import type Highcharts from "highcharts";
import type { ChartOptions } from "./interactive-chart-options";

/** Time in milliseconds after which a piece is built on a page that is never idle. */
const MAX_WAIT_MS = 500;

/**
 * Returns what a chart can begin with: no series, no axes, nothing for listeners. Built at once, a chart would hold a slow
 * phone up for a third of a second.
 */
export function firstOptions(options: ChartOptions): Highcharts.Options {
  return {
    ...options,
    accessibility: { ...options.accessibility, enabled: false },
    xAxis: { ...options.xAxis, visible: false },
    yAxis: { ...options.yAxis, visible: false },
    series: [],
  };
}

/** Lists the rest of a chart that began with `firstOptions`, each piece a task of its own. */
export function remainingPieces(
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

/** Leaves out the points, which are as much work as the line and are seen only when they are pointed at. */
function lineOnly(series: Highcharts.SeriesLineOptions): Highcharts.SeriesLineOptions {
  return { ...series, marker: { enabled: false } };
}

/**
 * Runs each piece when the browser has nothing better to do, and then `done`.
 * @returns a function that leaves out whatever has not run yet
 */
export function inIdleTime(pieces: readonly (() => void)[], done: () => void): () => void {
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

/** Waits for idle time, or for the next task in browsers that do not tell (Safari). */
function whenIdle(task: () => void): () => void {
  if (typeof requestIdleCallback === "function") {
    const handle = requestIdleCallback(task, { timeout: MAX_WAIT_MS });
    return () => cancelIdleCallback(handle);
  }
  const timer = setTimeout(task, 0);
  return () => clearTimeout(timer);
}
