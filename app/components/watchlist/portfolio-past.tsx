import { Link } from "@remix-run/react";
import { RANGE_DETAILS } from "~/domain/market/range";
import { PAST_RANGES, type PastView, THAN, THAN_NAMES } from "~/domain/watchlist/past-view";
import type { PortfolioPast } from "~/domain/watchlist/portfolio-past";
import { PriceChange, writtenOut } from "../market/figures";
import { Money } from "./portfolio";

interface PastOfListProps {
  /** Null where no prices are known. */
  readonly past: PortfolioPast;
  readonly view: PastView;
  /** Changes in per cent over the ranges; null where they are not known. */
  readonly changes: Readonly<Record<PastView["range"], number | null>>;
  readonly hrefOf: (view: PastView) => string;
}

/** Today's amounts at past prices, as a line, and beside it what the same money would have become. */
export function PastOfList({ past, view, changes, hrefOf }: PastOfListProps) {
  return (
    <section className="portfolio-past" aria-labelledby="portfolio-past">
      <h2 id="portfolio-past">Today’s amounts at past prices</h2>
      <nav className="range-buttons" aria-label={`Range: ${RANGE_DETAILS[view.range].words}`}>
        <div className="segmented">
          {PAST_RANGES.map((range) => (
            <Link
              key={range}
              to={hrefOf({ ...view, range })}
              aria-current={range === view.range ? "true" : undefined}
              preventScrollReset
            >
              <span>{range}</span> {changes[range] === null ? null : <PriceChange percent={changes[range]} />}
            </Link>
          ))}
        </div>
      </nav>
      {past === null ? (
        <p className="is-quiet">Prices of this range are not known yet.</p>
      ) : (
        <>
          <svg viewBox={past.box} preserveAspectRatio="none" overflow="visible" aria-hidden="true">
            {past.paths.map((path, index) => (
              <path key={path} className={`line-${index + 1}`} d={path} fill="none" stroke="currentcolor" />
            ))}
          </svg>
          <p className="is-quiet">
            <span>{past.from.time}</span> <span translate="no">{writtenOut(past.from.value)}</span>, now{" "}
            <b translate="no">{writtenOut(past.to.value)}</b> <Money change={past.gain} />
          </p>
          {past.than === null ? null : (
            <p className="line-2">
              <span>{`The same money in ${THAN_NAMES[view.than]}`}</span>{" "}
              <b translate="no">{writtenOut(past.than.value)}</b>{" "}
              <PriceChange percent={past.than.gain.percent} />
            </p>
          )}
          <ul>
            {past.coins.map(({ id, name, percent }) => (
              <li key={id}>
                <bdi translate="no">{name}</bdi> <PriceChange percent={percent} />
              </li>
            ))}
          </ul>
          {past.without === null ? null : <p className="is-quiet">{past.without}</p>}
        </>
      )}
      <nav className="is-quiet" aria-label="Compared with">
        Compared with
        {THAN.flatMap((than) => [
          " ",
          <Link
            key={than}
            to={hrefOf({ ...view, than })}
            aria-current={than === view.than ? "true" : undefined}
            preventScrollReset
          >
            {THAN_NAMES[than]}
          </Link>,
        ])}
      </nav>
    </section>
  );
}
