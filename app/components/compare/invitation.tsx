import { Link } from "@remix-run/react";
import { compareHref } from "~/domain/addresses/page-addresses";
import { PAIR_BOX } from "~/domain/chart/week-line";
import type { ComparedCoin } from "~/domain/compare/compared-coins";
import type { ExamplePair } from "~/domain/compare/example-pairs";
import { isolated, joinWords } from "~/domain/format/text";
import type { Currency } from "~/domain/market/currency";
import { RANGE_DETAILS, type Range } from "~/domain/market/range";
import { PriceChange } from "../market/figures";
import { MarketIcon } from "../market/market-icon";
import { Icon } from "../site/icons";

interface InvitationProps {
  readonly coins: readonly ComparedCoin[];
  readonly examples: readonly ExamplePair[];
  readonly currency: Currency;
  readonly range: Range;
}

/** Shown while there are too few coins: offers pairs with what they show, or coins to compare the only one with. */
export function Invitation({ coins: [first, second], examples, currency, range }: InvitationProps) {
  if (second !== undefined) return null;
  if (first === undefined)
    return (
      <>
        <p>Add two to five coins to see how their prices have changed, or start with a pair:</p>
        <ul className="example-pairs" aria-label="Suggestions">
          {examples.map((pair) => (
            <li key={pair.coins.map(({ id }) => id).join()}>
              <Example pair={pair} currency={currency} />
            </li>
          ))}
        </ul>
      </>
    );
  const others = examples.flatMap(({ coins }) => coins[0] ?? []).filter(({ id }) => id !== first.id);
  return (
    <>
      <p>{`Add another coin to compare ${isolated(first.name)} with.`}</p>
      <ul className="buttons" aria-label="Suggestions">
        {others.map(({ id, name }) => (
          <li key={id}>
            <Link className="button" to={compareHref([first.id, id], currency, range)}>
              <Icon name="compare" /> <span>{name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}

function Example({
  pair: { coins, paths, range },
  currency,
}: {
  readonly pair: ExamplePair;
  readonly currency: Currency;
}) {
  const ids = coins.map(({ id }) => id);
  return (
    <Link className="box card-link" to={compareHref(ids, currency, range)}>
      <b>
        {joinWords(
          coins.map(({ name }) => name),
          "and",
        )}
      </b>{" "}
      <small>{RANGE_DETAILS[range].words}</small>{" "}
      {paths === null ? null : (
        <svg className="week" viewBox={PAIR_BOX} preserveAspectRatio="none" aria-hidden="true">
          {paths.map((path, place) => (
            <path key={ids[place]} className={`line-${place + 1}`} d={path} />
          ))}
        </svg>
      )}
      {coins.map(({ id, name, symbol, image, change }, place) => (
        <span key={id}>
          {" "}
          {paths === null ? null : (
            <svg className={`line-${place + 1}`} width="16" height="8" aria-hidden="true">
              <path className="compare-line" d="M0 4h16" />
            </svg>
          )}
          <MarketIcon image={image} texts={[symbol, name]} size={20} /> <bdi translate="no">{name}</bdi>{" "}
          {change === null ? null : <PriceChange percent={change} />}
        </span>
      ))}
    </Link>
  );
}
