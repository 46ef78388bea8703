import { type Direction, directionOf, NOT_AVAILABLE, SIGNS, unsignedPercent } from "~/domain/format/number";

const WORDS: Readonly<Record<Direction, string>> = {
  up: "Increased by",
  down: "Decreased by",
  unchanged: "Unchanged:",
};

interface PriceChangeProps {
  /** −4.2 means 4.2 % down; null is shown as NA. */
  readonly percent: number | null;
}

/** A change in per cent: a triangle, which the style sheet draws, the direction in words for listeners, and the figure with its sign. */
export function PriceChange({ percent }: PriceChangeProps) {
  if (percent === null) return <span className="change">{NOT_AVAILABLE}</span>;
  const direction = directionOf(percent);
  return (
    <span className={`change ${direction}`}>
      {/* One text: React separates two by a comment, and a table has three hundred of these. */}
      <span className="for-listeners">{`${WORDS[direction]} `}</span>
      <span aria-hidden="true">{SIGNS[direction]}</span>
      {unsignedPercent(percent)}
    </span>
  );
}
