import { formatPercent } from "~/domain/number-text";

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
  const isIncrease = percent > 0;
  return (
    <p className="price-change" data-direction={isIncrease ? "up" : "down"}>
      <span aria-hidden="true">{isIncrease ? "▲" : "▼"}</span>
      <span className="is-sr-only">{isIncrease ? "Increased by" : "Decreased by"}</span>{" "}
      {formatPercent(percent)}
      {span}
    </p>
  );
}
