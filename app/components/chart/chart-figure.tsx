import { useLocation, useNavigation } from "@remix-run/react";
import {
  Component,
  type PropsWithChildren,
  type ReactNode,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from "react";
import { comparedSpan, coveredSpan } from "~/domain/chart/covered-span";
import { timeAxis } from "~/domain/chart/time-axis";
import { timeZones, type Zone } from "~/domain/format/time";
import { useZone } from "../site/hydration";
import type { InteractiveChart as Interactive } from "./interactive-chart.client";
import type { ChartContents } from "./interactive-chart-options";
import { ChartMarkLabels, PriceAxis, StaticChart } from "./static-chart";

interface ChartFigureProps extends Omit<ChartContents, "plotLeft"> {
  /** Labels at the ends of the lines. */
  readonly lineLabels?: ReactNode;
  /** Describes the chart in a sentence, for screen readers. */
  readonly summarise: (zone: Zone) => string;
  /** Explains what the chart leaves out; null: nothing. */
  readonly limit: string | null;
  readonly table: ReactNode;
}

/**
 * A chart with its caption: static in the HTML, interactive in the same box once that code has loaded, and as a table below. All
 * times turn local together after hydration, even if the interactive chart never loads.
 */
export function ChartFigure(props: ChartFigureProps) {
  const { series, metric, drawing, lines, volumes, currency, range, lineLabels, limit, table } = props;
  const InteractiveChart = useInteractiveChart();
  const [hasDrawn, setHasDrawn] = useState(false);
  const isRefreshing = useIsRefreshing();
  const zone = useZone();
  const timeTicks = useMemo(() => timeAxis(drawing.span, range, zone), [drawing, range, zone]);
  const contents = useMemo(
    () => ({ drawing, lines, volumes, currency, range, series, metric }),
    [drawing, lines, volumes, currency, range, series, metric],
  );
  const captionId = useId();
  const axis = useRef<HTMLDivElement>(null);
  const [oldest, newest] = drawing.span ?? [];
  const isLog = drawing.scale === "log";
  const summary = props.summarise(zone) + (isLog ? " Logarithmic scale." : "");
  const span = (metric === undefined ? comparedSpan : coveredSpan)(range, oldest, newest, zone);
  const isInteractive = InteractiveChart !== null && oldest !== newest;
  const box = (
    <div className={hasDrawn ? "price-chart-box is-interactive" : "price-chart-box"}>
      <PriceAxis element={axis} ticks={drawing.priceTicks} />
      <StaticChart {...{ drawing, timeTicks, lines, volumes, summary }} title={series} />
      {isInteractive ? (
        <ChartFaultBoundary>
          <InteractiveChart contents={contents} axis={axis} onDrawn={setHasDrawn} />
        </ChartFaultBoundary>
      ) : null}
      {drawing.marks === null ? null : <ChartMarkLabels marks={drawing.marks} />}
      {newest === undefined ? <p className="price-chart-empty">No prices are known for this range.</p> : null}
    </div>
  );
  return (
    <figure className="price-chart" aria-labelledby={captionId} aria-busy={isRefreshing}>
      {lineLabels === undefined ? (
        box
      ) : (
        <div className="compare-box">
          {box}
          {lineLabels}
        </div>
      )}
      {limit === null ? null : <p className="price-chart-limit">{limit}</p>}
      {table}
      <figcaption id={captionId} className="price-chart-caption">
        <span>
          {series}, {span}
          {isLog ? ", log scale" : ""}
        </span>
        {volumes?.length ? <span> Bars: 24h volume</span> : null}
        {/* Last, because its width changes when times turn local. */}
        {oldest === undefined || newest === undefined ? null : (
          <span> Times in {zone === "utc" ? "UTC" : timeZones(oldest, newest)}</span>
        )}
      </figcaption>
    </figure>
  );
}

/** Returns the interactive chart; null until its code has loaded, or if that fails: the static chart then stays. */
function useInteractiveChart(): typeof Interactive | null {
  const [chart, setChart] = useState<typeof Interactive | null>(null);
  useEffect(() => {
    // Two imports are two tasks. Highcharts asks for its modules when it builds a chart.
    Promise.all([import("./interactive-chart.client"), import("./accessibility.client")]).then(
      ([{ InteractiveChart }]) => setChart(() => InteractiveChart),
      () => {},
    );
  }, []);
  return chart;
}

/** Returns whether this page is loading again, for another range or currency. */
function useIsRefreshing(): boolean {
  const navigation = useNavigation();
  return navigation.location?.pathname === useLocation().pathname;
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
