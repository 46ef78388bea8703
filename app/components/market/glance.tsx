import type { MarketLine } from "~/domain/market/glance";
import { useFirstOfVisit } from "../site/first-of-visit";
import { PriceChange } from "./price-change";

/** The market in one line; nothing if it was unknown when the page was opened. */
export function Glance({ line }: { readonly line: MarketLine | null }) {
  const first = useFirstOfVisit(line);
  if (first === null) return null;
  const { start, percent, rest } = line ?? first;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards scroll it on a phone
    <p className="glance" tabIndex={0}>
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
