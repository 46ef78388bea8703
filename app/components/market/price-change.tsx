import { type Direction, directionOf, NOT_AVAILABLE, unsignedPercent } from "~/domain/format/number";

const WORDS: Readonly<Record<Direction, string>> = { up: "up ", down: "down ", unchanged: "unchanged: " };

interface PriceChangeProps {
  /** −4.2 means 4.2 % down; null is shown as NA. */
  readonly percent: number | null;
}

/**
 * A change in per cent. Its direction is a word in the text, for screen readers and text browsers; the style sheet draws a
 * triangle and the sign instead.
 */
export function PriceChange({ percent }: PriceChangeProps) {
  if (percent === null) return <span className="change">{NOT_AVAILABLE}</span>;
  const direction = directionOf(percent);
  return (
    <span className={`change ${direction}`}>
      <span className="for-listeners">{WORDS[direction]}</span>
      <span>{unsignedPercent(percent)}</span>
    </span>
  );
}
