import type { MarketLine, MarketTile } from "~/domain/market/glance";
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

export function MarketTiles({ tiles }: { readonly tiles: readonly MarketTile[] }) {
  const first = useFirstOfVisit(tiles);
  if (first.length === 0) return null;
  return (
    <dl className="market-tiles">
      {(tiles.length === 0 ? first : tiles).map(({ label, value, percent, rest }) => (
        <div className="box" key={label}>
          <dt>{label}</dt>
          <dd>
            <strong translate="no">{value}</strong>{" "}
            <span className="is-quiet">
              {percent === null ? null : <PriceChange percent={percent} />} <span>{rest}</span>
            </span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
