import { LINE_BOX, weekLinePath } from "~/domain/chart/week-line";
import { directionOf } from "~/domain/format/number";
import type { ListedCoin } from "~/domain/market/coin";

/** The prices of seven days as a small line, in the colour of their change. Hidden from screen readers. */
export function WeekLine({ week, change7d }: Pick<ListedCoin, "week" | "change7d">) {
  return (
    <svg
      className={`week ${directionOf(change7d ?? 0)}`}
      viewBox={LINE_BOX}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path d={weekLinePath(week)} />
    </svg>
  );
}
