import { type Direction, directionOf, formatPercent } from "~/domain/format/number";

/** The specification knows two arrows: whatever is no increase has the one of a decrease. */
const ARROWS: Record<Direction, string> = { up: "▲", down: "▼", unchanged: "▼" };

const WORDS: Record<Direction, string> = {
  up: "Increased by",
  down: "Decreased by",
  unchanged: "unchanged",
};

/** The change within 24 hours: an arrow, the per cent with its sign, and the direction in words. */
export function PriceChange({ percent }: { readonly percent: number | null }) {
  const span = <span className="price-change-span"> in 24 hours</span>;
  if (percent === null) {
    return (
      <p className="price-change">
        {formatPercent(percent)}
        {span}
      </p>
    );
  }
  const direction = directionOf(percent);
  return (
    <p className="price-change" data-direction={direction}>
      <span aria-hidden="true">{ARROWS[direction]}</span>
      <span className="is-sr-only">{WORDS[direction]}</span> {formatPercent(percent)}
      {span}
    </p>
  );
}
