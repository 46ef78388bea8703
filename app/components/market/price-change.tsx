import { type Direction, directionOf, NOT_AVAILABLE, SIGNS, unsignedPercent } from "~/domain/format/number";
import { Icon } from "../site/icons";

const WORDS: Readonly<Record<Direction, string>> = {
  up: "Increased by",
  down: "Decreased by",
  unchanged: "Unchanged:",
};

interface PriceChangeProps {
  /** −4.2 means 4.2 % down; null is shown as NA. */
  readonly percent: number | null;
}

/** A change in per cent: a triangle, the direction in words for listeners, and the figure with its sign. */
export function PriceChange({ percent }: PriceChangeProps) {
  if (percent === null) return <span className="change">{NOT_AVAILABLE}</span>;
  const direction = directionOf(percent);
  return (
    <span className={`change ${direction}`}>
      {direction === "unchanged" ? null : <Icon name={direction} />}
      {/* One text: React separates two by a comment, and a table has three hundred of these. */}
      <span className="is-sr-only">{`${WORDS[direction]} `}</span>
      <span aria-hidden="true">{SIGNS[direction]}</span>
      {unsignedPercent(percent)}
    </span>
  );
}
