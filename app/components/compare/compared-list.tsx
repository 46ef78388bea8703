import { Link } from "@remix-run/react";
import { coinHref, compareHref } from "~/domain/addresses/page-addresses";
import type { Scale } from "~/domain/chart/chart-view";
import type { ComparedCoin } from "~/domain/compare/compared-coins";
import type { Currency } from "~/domain/market/currency";
import { RANGE_DETAILS, type Range } from "~/domain/market/range";
import { NoticeMark } from "../coin/notice-mark";
import { LocalTime, PriceChange } from "../market/figures";
import { MarketIcon } from "../market/market-icon";
import { Icon } from "../site/icons";

interface ComparedListProps {
  readonly coins: readonly ComparedCoin[];
  readonly currency: Currency;
  readonly range: Range;
  readonly scale: Scale;
  readonly shownRange: Range;
}

const REASONS = {
  alone: "",
  "no-prices": "No prices are known for this range.",
  "not-found": "No such coin is known.",
  awaited: "Its prices are on their way.",
  failed: "Its prices could not be fetched just now.",
} as const;

export function ComparedList({ coins, currency, range, scale, shownRange }: ComparedListProps) {
  const without = (id: string) => coins.map((coin) => coin.id).filter((each) => each !== id);
  return (
    <ul className="compared-coins" tabIndex={-1} aria-label="Compared coins">
      {coins.map(({ id, name, symbol, image, hasNotice, shows }, index) => {
        const named = <bdi translate="no">{name}</bdi>;
        return (
          <li key={id} className="box">
            <MarketIcon image={image} texts={[symbol, name]} size={28} />{" "}
            <div>
              {shows === "not-found" ? (
                <b>{named}</b>
              ) : (
                <Link className="has-text-weight-bold" to={coinHref(id, currency, range)}>
                  {named}
                </Link>
              )}{" "}
              <NoticeMark coin={{ id, name, hasNotice }} currency={currency} />
            </div>{" "}
            <Link
              className="button is-icon is-ghost"
              to={compareHref(without(id), currency, range, "", scale)}
              preventScrollReset
              aria-label={`Remove ${name}`}
            >
              <Icon name="close" />
            </Link>{" "}
            {typeof shows === "object" ? (
              <p>
                <svg className={`line-${index + 1}`} width="24" height="8" aria-hidden="true">
                  <path className="compare-line" d="M0 4h24" />
                </svg>{" "}
                <PriceChange percent={shows.change} />{" "}
                <small>
                  {shows.since === null ? (
                    RANGE_DETAILS[shownRange].words.replace(" ", "\u00a0")
                  ) : (
                    <span>
                      since <LocalTime time={shows.since} />
                    </span>
                  )}
                </small>
              </p>
            ) : (
              REASONS[shows] !== "" && <p>{REASONS[shows]}</p>
            )}
          </li>
        );
      })}
    </ul>
  );
}
