import { Link } from "@remix-run/react";
import { SIZE } from "~/domain/chart/plot-geometry";
import type { NamedCoin } from "~/domain/market/coin";
import { RANGE_DETAILS } from "~/domain/market/range";
import { PAST_RANGES, type PastView, THAN, THAN_NAMES } from "~/domain/watchlist/past-view";
import type { PortfolioPast } from "~/domain/watchlist/portfolio-past";
import type { MoneyChange, Portfolio as Valued } from "~/domain/watchlist/valuation";
import { fitting, inShort, PriceChange, writtenOut } from "../market/figures";

interface PortfolioProps extends Valued {
  readonly coins: readonly NamedCoin[];
  /** The list over time; `shown` is null where no prices are known, and so are changes in per cent. */
  readonly past: {
    readonly shown: PortfolioPast;
    readonly changes: Readonly<Record<PastView["range"], number | null>>;
  } | null;
  readonly view: PastView;
  /** Null while the list is edited: a link would lose what was typed. */
  readonly hrefOf: ((view: PastView) => string) | null;
}

/** What a list's amounts are worth together: their total and its changes, its past, and the shares of the coins. */
export function Portfolio(props: PortfolioProps) {
  const { coins, total, totalLabel, change, changeLabel, gain, parts, past, view, hrefOf } = props;
  const nameOf = (id: string | null) => {
    const { symbol = "", name = id ?? "" } = coins.find((coin) => coin.id === id) ?? {};
    return id === null ? "Others" : symbol.toUpperCase() || name;
  };
  return (
    <section className="portfolio" aria-label="Portfolio">
      <div className="is-quiet">
        <p>
          <span>{totalLabel}</span>{" "}
          <strong className={fitting("title", total)} translate="no">
            {writtenOut(total)}
          </strong>
        </p>
        <p>
          <Gain gain={change} /> <span>{changeLabel}</span>
        </p>
        {gain === null ? null : (
          <p>
            <Gain gain={gain} /> <span>{writtenOut(gain.label)}</span>
          </p>
        )}
      </div>{" "}
      {past === null ? null : <Past {...past} view={view} hrefOf={hrefOf} />}{" "}
      {parts.length === 0 ? null : (
        <div className="shares">
          <h2 id="shares">Shares</h2>
          <ul aria-labelledby="shares">
            {parts.map(({ id, percent, text }) => (
              <li key={id}>
                <bdi className="has-text-left" translate="no">
                  {nameOf(id)}
                </bdi>{" "}
                <svg aria-hidden="true">
                  <rect width={`${percent.toFixed(2)}%`} height="100%" />
                </svg>{" "}
                <span translate="no">{text}</span>{" "}
                <Change percent={past?.shown?.coins.find((coin) => coin.id === id)?.percent ?? null} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}

type PastProps = NonNullable<PortfolioProps["past"]> & Pick<PortfolioProps, "view" | "hrefOf">;

/** Today's amounts at past prices, as a line, and beside it what the same money would have become. */
function Past({ shown, changes, view, hrefOf }: PastProps) {
  return (
    <div className="is-quiet">
      <h2>Today’s amounts at past prices</h2>
      {shown === null ? (
        <p>Prices of this range are not known yet.</p>
      ) : (
        <>
          <svg viewBox={shown.box} preserveAspectRatio="none" overflow="visible" aria-hidden="true">
            <path className="line-1 area" d={`${shown.paths[0]}V${SIZE}H0Z`} />
            {shown.paths.map((path, index) => (
              <path key={path} className={`line-${index + 1}`} d={path} fill="none" stroke="currentcolor" />
            ))}
          </svg>
          <p className="ends">
            <span>
              <span>{shown.from.time}</span> <span translate="no">{writtenOut(shown.from.value)}</span>
            </span>{" "}
            <Money change={shown.gain} />{" "}
            <span>
              now <span translate="no">{writtenOut(shown.to.value)}</span>
            </span>
          </p>
          {shown.without === null ? null : <p>{shown.without}</p>}
        </>
      )}
      {hrefOf === null ? null : (
        <>
          <nav className="segmented" aria-label={`Range: ${RANGE_DETAILS[view.range].words}`}>
            {PAST_RANGES.map((range) => (
              <Link
                key={range}
                to={hrefOf({ ...view, range })}
                aria-current={range === view.range ? "true" : undefined}
                preventScrollReset
              >
                <span>{range}</span> <Change percent={changes[range]} />
              </Link>
            ))}
          </nav>
          <nav className="than" aria-label="Compared with">
            The same money in{" "}
            {THAN.filter((than) => than !== "none").flatMap((than) => [
              <Link
                key={than}
                to={hrefOf({ ...view, than: than === view.than ? "none" : than })}
                aria-current={than === view.than ? "true" : undefined}
                preventScrollReset
              >
                {THAN_NAMES[than]}
              </Link>,
              " ",
            ])}
          </nav>
        </>
      )}
      {shown === null || shown.than === null ? null : (
        <p className="line-2">
          <span>{THAN_NAMES[view.than]}</span> <b translate="no">{writtenOut(shown.than.value)}</b>{" "}
          <PriceChange percent={shown.than.gain.percent} />
        </p>
      )}
    </div>
  );
}

function Gain({ gain }: { readonly gain: MoneyChange | null }) {
  return (
    <>
      <Change percent={gain?.percent ?? null} /> <Money change={gain} />
    </>
  );
}

function Change({ percent }: { readonly percent: number | null }) {
  return percent === null ? null : <PriceChange percent={percent} />;
}

interface MoneyProps {
  readonly change: MoneyChange | null;
  readonly isShort?: boolean;
}

export function Money({ change, isShort = false }: MoneyProps) {
  return (
    change && (
      <span className={`money ${change.direction}`} translate="no">
        {isShort ? inShort(change.text, change.short) : writtenOut(change.text)}
      </span>
    )
  );
}
