import { LINE_BOX } from "~/domain/chart/week-line";
import type { Direction } from "~/domain/format/number";

interface WeekLineProps {
  /** As returned by `weekLinePath`. */
  readonly week: string;
  readonly direction: Direction;
}

/** The prices of seven days as a small line, in the colour of a direction. Hidden from screen readers. */
export function WeekLine({ week, direction }: WeekLineProps) {
  return (
    <svg className={`week ${direction}`} viewBox={LINE_BOX} preserveAspectRatio="none" aria-hidden="true">
      <path d={week} />
    </svg>
  );
}
