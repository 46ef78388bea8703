import { Link } from "@remix-run/react";
import { RANGES, type Range, rangeInWords } from "~/domain/market/range";

interface RangeLinksProps {
  readonly value: Range;
  readonly hrefOf: (range: Range) => string;
}

/** Ranges as links that look like those of a coin's page; the shown one is marked. */
export function RangeLinks({ value, hrefOf }: RangeLinksProps) {
  return (
    <nav className="range-buttons" aria-label={`Range: ${rangeInWords(value)}`}>
      <div className="range-group">
        {RANGES.map((range) => (
          <Link
            key={range}
            className={range === value ? "button is-small is-primary" : "button is-small"}
            to={hrefOf(range)}
            aria-current={range === value ? "true" : undefined}
            preventScrollReset
            discover="none"
          >
            {range}
          </Link>
        ))}
      </div>
    </nav>
  );
}
