import {
  Component,
  type PropsWithChildren,
  type ReactElement,
  type ReactNode,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { comparedSpan, coveredSpan } from "~/domain/chart/covered-span";
import { timeAxis } from "~/domain/chart/time-axis";
import { timeZones, type Zone } from "~/domain/format/time";
import { useZone } from "../site/hydration";
import { whenIdle } from "../site/idle";
import { useSiteData } from "../site/site-data";
import type { ChartContents } from "./interactive-chart-options";
import type { Marking } from "./point-marker.client";
import { PriceAxis, StaticChart } from "./static-chart";

interface ChartFigureProps extends Omit<ChartContents, "onPoint"> {
  readonly lineLabels?: ReactElement;
  /** Tells the values at a time: of the point that is pointed at, or null: the newest ones. */
  readonly readout: (time: number | null) => ReactNode;
  /** Describes the chart in a sentence, for screen readers. */
  readonly summarise: (zone: Zone) => string;
  /** Explains what the chart leaves out; null: nothing. */
  readonly limit: string | null;
  readonly children?: ReactNode;
  /** Null where the page has one of its own. */
  readonly table: ReactElement | null;
  /** Of a chart whose points can be marked. */
  readonly marking?: Marking;
}

/** What nobody would guess; it needs a script. */
const MARKING = "Tap or click two points to compare them";

/**
 * A chart below what it tells: static in the HTML, interactive in the same box once that code has loaded, and as a table below its
 * controls. All times turn local together after hydration, even if the interactive chart never loads.
 */
export function ChartFigure(props: ChartFigureProps) {
  const { series, metric, drawing, lines, candles, volumes, currency, range, lineLabels, limit, table } =
    props;
  const { marking } = props;
  const interactive = useInteractiveChart();
  const [hasDrawn, setHasDrawn] = useState(false);
  const [pointed, setPointed] = useState<number | null>(null);
  const zone = useZone();
  const timeTicks = useMemo(() => timeAxis(drawing.span, range, zone), [drawing, range, zone]);
  const contents = useMemo(
    () => ({ drawing, lines, candles, volumes, currency, range, series, metric, onPoint: setPointed }),
    [drawing, lines, candles, volumes, currency, range, series, metric],
  );
  const plot = useRef<SVGSVGElement>(null);
  const [oldest, newest] = drawing.span ?? [];
  const isLog = drawing.scale === "log";
  const summary = props.summarise(zone) + (isLog ? " Logarithmic scale." : "");
  const span = (lines.length > 1 || metric === undefined ? comparedSpan : coveredSpan)(
    range,
    oldest,
    newest,
    zone,
  );
  return (
    <>
      <figure className="price-chart" aria-label={`${series}, ${span}${isLog ? ", log scale" : ""}`}>
        <figcaption className="chart-head" aria-live={marking?.marked ? "polite" : undefined}>
          {props.readout(pointed)}
        </figcaption>
        {/* What is beside the plot comes first: browsers may paint before they have read the rest. */}
        <div className={lineLabels === undefined ? undefined : "compare-box"}>
          {lineLabels}
          <div className={hasDrawn ? "price-chart-box is-interactive" : "price-chart-box"}>
            <PriceAxis drawing={drawing} />
            <StaticChart
              {...{ drawing, timeTicks, lines, candles, volumes, summary }}
              marked={marking?.marked}
              title={series}
              element={plot}
            />
            {interactive !== null && oldest !== newest ? (
              <ChartFaultBoundary>
                <interactive.InteractiveChart contents={contents} plot={plot} onDrawn={setHasDrawn} />
                {marking ? (
                  <interactive.PointMarker {...{ ...marking, plot, pointed }} span={drawing.span} />
                ) : null}
              </ChartFaultBoundary>
            ) : null}
            {newest === undefined ? (
              <p className="price-chart-empty is-overlay is-quiet has-text-centered">
                No prices are known for this range.
              </p>
            ) : null}
          </div>
        </div>
        {marking === undefined ? null : (
          <p className="chart-hint">
            {interactive === null || pointed !== null || marking.marked ? null : MARKING}
          </p>
        )}
        {limit === null ? null : <p className="is-quiet mt-1">{limit}</p>}
      </figure>
      {props.children}
      <div className="chart-end">
        {table}
        {oldest === undefined || newest === undefined ? null : (
          <p>{`Times in ${zone === "utc" ? "UTC" : timeZones(oldest, newest)}`}</p>
        )}
      </div>
    </>
  );
}

/** What is interactive of a chart. */
type Interactive = typeof import("./interactive-chart.client");

/** Returns it; null until its code has loaded, or if that fails or is not wanted: the static chart then stays. */
function useInteractiveChart(): Interactive | null {
  const [chart, setChart] = useState<Interactive | null>(null);
  const isStatic = useSiteData()?.hasStaticCharts;
  useEffect(() => {
    if (isStatic) return;
    const show = async () => {
      // Two imports are two tasks. Highcharts asks for its modules when it builds a chart.
      const chart = await import("./interactive-chart.client");
      await import("./accessibility.client");
      whenIdle(() => setChart(chart));
    };
    return whenIdle(() => void show().catch(() => {}));
  }, [isStatic]);
  return chart;
}

/** Contains errors of the interactive chart: the drawing and the page stay. */
class ChartFaultBoundary extends Component<PropsWithChildren> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    return this.state.hasFailed ? null : this.props.children;
  }
}
