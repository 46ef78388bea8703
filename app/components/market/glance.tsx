import type { MarketLine } from "~/domain/market/glance";
import type { DayPart } from "~/domain/market/market-day";
import { useFirstOfVisit } from "../site/hydration";
import { PriceChange } from "./figures";

interface GlanceProps {
  readonly line: MarketLine | null;
  /** On a phone it scrolls sideways, also by keyboard. */
  readonly isScrollable?: boolean;
}

/** The market in one line; nothing if it was unknown when the page was opened. */
export function Glance({ line, isScrollable = false }: GlanceProps) {
  const first = useFirstOfVisit(line);
  if (first === null) return null;
  const { start, percent, rest } = line ?? first;
  return (
    <p className="glance is-quiet" tabIndex={isScrollable ? 0 : undefined}>
      <span>{start}</span>
      {percent === null ? null : (
        <>
          {" "}
          <PriceChange percent={percent} />{" "}
        </>
      )}
      <span>{rest}</span>
    </p>
  );
}

/** The day of the market in a paragraph. */
export function MarketDay({ parts }: { readonly parts: readonly DayPart[] }) {
  return (
    <p className="market-day mt-2">
      {parts.map((part, place) => {
        // Parts have no identity but their place and what they are.
        const key = `${place} ${part.kind}`;
        if (part.kind === "change") return <PriceChange key={key} percent={part.percent} />;
        if (part.kind === "words") return <span key={key}>{part.text}</span>;
        return (
          <b key={key} translate="no">
            <bdi>{part.text}</bdi>
          </b>
        );
      })}
    </p>
  );
}
