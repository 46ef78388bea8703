import type { MarketLine } from "~/domain/market/glance";
import { useFirstOfVisit } from "../site/first-of-visit";
import { PriceChange } from "./price-change";

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
    <p className="glance" tabIndex={isScrollable ? 0 : undefined}>
      {start}
      {percent === null ? null : (
        <>
          {" "}
          <PriceChange percent={percent} />{" "}
        </>
      )}
      {rest}
    </p>
  );
}
