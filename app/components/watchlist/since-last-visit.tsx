import type { SinceVisit } from "~/domain/watchlist/since-visit";
import { PriceChange, writtenOut } from "../market/figures";

/** What the visitor's own list has gained since they left it; of each coin, too. */
export function SinceLastVisit({ since }: { readonly since: SinceVisit | null }) {
  if (since === null) return null;
  const { total, label, coins } = since;
  return (
    <details className="since-visit is-quiet" open={total === null}>
      <summary>
        {total === null ? (
          <span>Changes</span>
        ) : (
          <>
            <strong className={total.direction} translate="no">
              {writtenOut(total.text)}
            </strong>{" "}
            <PriceChange percent={total.percent} />
          </>
        )}{" "}
        <span>{label}</span>
      </summary>
      <ul>
        {coins.map(({ id, name, percent }) => (
          <li key={id}>
            <bdi translate="no">{name}</bdi> <PriceChange percent={percent} />
          </li>
        ))}
      </ul>
    </details>
  );
}
