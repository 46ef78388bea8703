import { type RefObject, useEffect, useRef } from "react";
import type { Axes } from "~/domain/chart/plot-geometry";
import { nearestPoint, type PricePoint } from "~/domain/chart/price-history";

/** The two points of a chart between which it tells the change, and how to mark others. */
export interface Marking {
  readonly points: readonly PricePoint[];
  readonly marked: readonly [PricePoint, PricePoint] | null;
  /** Whether only the first one is marked, so that the second is the newest point, or the one that is pointed at. */
  readonly isOpen: boolean;
  /** Marks the points of one or two times, in milliseconds; of none clears the marks. */
  readonly mark: (...times: readonly number[]) => void;
}

interface PointMarkerProps extends Marking, Pick<Axes, "span"> {
  readonly plot: RefObject<SVGSVGElement>;
  /** Time of the point that is pointed at. */
  readonly pointed: number | null;
}

/** A pointer that moves further between press and release, in CSS pixels, has been dragged. */
const DRAG_PX = 12;

/**
 * Marks points of the chart around a plot: by two presses, a drag of the mouse, Enter, or the arrow keys with Shift. A press on the
 * only mark, or Escape, clears them. Draws nothing.
 */
export function PointMarker(props: PointMarkerProps) {
  const latest = useRef(props);
  latest.current = props;
  const { plot, marked } = props;
  const isMarked = marked !== null;

  useEffect(() => {
    if (!isMarked) return;
    const clear = ({ key, target }: KeyboardEvent) => {
      // Fields, menus and dialogs have their own use of the key.
      if (key === "Escape" && target instanceof Element && target.closest("input, details, dialog") === null)
        latest.current.mark();
    };
    document.addEventListener("keydown", clear);
    return () => document.removeEventListener("keydown", clear);
  }, [isMarked]);

  useEffect(() => {
    const box = plot.current?.parentElement;
    let pressed: ReturnType<typeof placeOf> = null;
    let anchor: number | null = null;

    function placeOf({ clientX: x }: MouseEvent) {
      const { points, span } = latest.current;
      const { left = 0, width = 0 } = plot.current?.getBoundingClientRect() ?? {};
      const [from, to] = span ?? [0, 0];
      const [time] = nearestPoint(points, from + ((x - left) / width) * (to - from)) ?? [];
      return time === undefined ? null : { x, time };
    }

    function press(time: number) {
      const { marked, isOpen, mark } = latest.current;
      const first = marked !== null && isOpen ? marked[0][0] : null;
      if (first === null) mark(time);
      else if (first === time) mark();
      else mark(first, time);
    }

    const leaving = new AbortController();
    // Captured, before Highcharts goes on to the next point.
    const options = { capture: true, signal: leaving.signal };
    box?.addEventListener("pointerdown", (event) => (pressed = placeOf(event)), options);
    box?.addEventListener(
      "click",
      (event) => {
        const released = placeOf(event);
        if (released === null) return;
        const isDragged = pressed !== null && Math.abs(released.x - pressed.x) > DRAG_PX;
        if (isDragged && pressed !== null) latest.current.mark(pressed.time, released.time);
        else press(released.time);
      },
      options,
    );
    box?.addEventListener(
      "keydown",
      ({ key, shiftKey }) => {
        const { pointed, mark } = latest.current;
        if (pointed === null) return;
        if (key === "Enter") press(pointed);
        if (!shiftKey || !/^Arrow(Left|Right)$/.test(key) || anchor !== null) return;
        anchor = pointed;
        mark(pointed);
      },
      options,
    );
    box?.addEventListener(
      "keyup",
      ({ key }) => {
        const { pointed, mark } = latest.current;
        if (key !== "Shift" || anchor === null) return;
        if (pointed !== null && pointed !== anchor) mark(anchor, pointed);
        anchor = null;
      },
      options,
    );
    return () => leaving.abort();
  }, [plot]);
  return null;
}
