import Highcharts from "highcharts/esm/highcharts.js";
import { HighchartsReact } from "highcharts-react-official";
import { memo, type RefObject, useEffect, useLayoutEffect, useMemo, useState } from "react";
import { flushSync } from "react-dom";
import { whenIdle } from "../site/idle";
import { type ChartContents, interactiveChartOptions, type Overhang } from "./interactive-chart-options";

export { PointMarker } from "./point-marker.client";

interface InteractiveChartProps {
  readonly contents: ChartContents;
  /** The plot of the static chart, over which the lines are drawn. */
  readonly plot: RefObject<SVGSVGElement>;
  /** Called with true once the lines have replaced the static ones, and with false when they go. */
  readonly onDrawn: (hasDrawn: boolean) => void;
}

const CONTAINER = { className: "interactive-chart is-overlay" };

/**
 * Lines drawn by Highcharts over the static chart. New props update them. Keyboard support is added on the first key press: it
 * takes as long as the lines, and until then the description of the static chart says more.
 *
 * The chart is built in two tasks, first without its lines, because a slow phone does not respond during a task. It is not rendered
 * again for each point under the pointer.
 */
export const InteractiveChart = memo(function InteractiveChart(props: InteractiveChartProps) {
  const { contents, plot, onDrawn } = props;
  const overhang = useOverhang(plot);
  const [hasKeys, setHasKeys] = useState(false);
  const options = useMemo(
    () => interactiveChartOptions(contents, overhang, hasKeys),
    [contents, overhang, hasKeys],
  );
  const [framed, setFramed] = useState<typeof options | null>(null);
  const shown = useMemo(() => {
    if (framed === null) return { ...options, series: [] };
    // An update keeps what is missing, and costs what it has.
    return framed === options ? { series: options.series ?? [] } : options;
  }, [options, framed]);
  useEffect(() => whenIdle(() => setFramed((before) => before ?? options)), [options]);
  useLayoutEffect(() => {
    if (framed === null) return;
    // Before the focus moves, because a redraw would lose it once the chart has it.
    const addKeys = () => flushSync(() => setHasKeys(true));
    document.addEventListener("keydown", addKeys, { once: true });
    onDrawn(true);
    return () => {
      document.removeEventListener("keydown", addKeys);
      onDrawn(false);
    };
  }, [framed, onDrawn]);
  return (
    <div aria-hidden={!hasKeys}>
      <HighchartsReact highcharts={Highcharts} options={shown} containerProps={CONTAINER} />
    </div>
  );
});

/**
 * Measures how far the chart's box reaches beyond its plot, at the left and at the right, in widths of the plot. Measured before each
 * paint, because labels and fonts change it.
 */
function useOverhang({ current: plot }: RefObject<SVGSVGElement>): Overhang {
  // At once, or the chart would be updated as soon as it is there.
  const [[left, right], setOverhang] = useState(() => overhangOf(plot));
  const measure = () => {
    const measured = overhangOf(plot);
    if (String(measured) !== String([left, right])) setOverhang(measured);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: it measures the same plot.
  useLayoutEffect(() => {
    if (plot === null) return;
    const observer = new ResizeObserver(measure);
    observer.observe(plot);
    return () => observer.disconnect();
  }, [plot]);
  useLayoutEffect(measure);
  return useMemo(() => [left, right], [left, right]);
}

function overhangOf(plot: SVGSVGElement | null): Overhang {
  const box = plot?.parentElement?.getBoundingClientRect();
  if (plot === null || box === undefined) return [0, 0];
  const inner = plot.getBoundingClientRect();
  return [(inner.left - box.left) / inner.width, (box.right - inner.right) / inner.width];
}
