import { decimal } from "~/domain/format/number";
import { changeOver, moversInWords } from "~/domain/market/coin-selection";
import type { ShownMovers } from "~/domain/market/movers";
import { moversHref, PAGES } from "~/domain/pages";
import { LocalTime } from "../market/figure-text";
import { Glance } from "../market/glance";
import { CopyLink, currencyChoice, RadioForm, viewChoice } from "../site/controls";
import { CoinCards } from "./coin-cards";
import { CoinTable } from "./coin-table";
import { ListLinks } from "./list-links";

interface MoverListProps extends ShownMovers {
  /** Time of the oldest price, in milliseconds since the epoch. */
  readonly fetchedAt: number;
}

/** The biggest gainers or losers among the largest coins, as cards or as a table. */
export function MoverList({ movers, currency, coins, covered, glance, fetchedAt }: MoverListProps) {
  const { list, period, isTable } = movers;
  const title = moversInWords(movers);
  return (
    <>
      <div className="list-head">
        <h1 className="title">{title}</h1>
        <div className="controls-row">
          <RadioForm
            action={PAGES.coins.path}
            choices={[currencyChoice(currency), viewChoice(isTable)]}
            kept={{ list, period }}
          />
          <CopyLink path={moversHref(currency, movers)} />
        </div>
        <p>
          {covered === 0 ? (
            "The changes of the largest coins are being fetched."
          ) : (
            <>
              {`Among ${decimal(covered, currency, 0, 0)} of the largest coins, as of `}
              <LocalTime time={fetchedAt} />
              {currency === "usd" ? "" : ". Changes are in USD; prices are converted from USD"}
            </>
          )}
        </p>
      </div>
      <div className="list-bar">
        <ListLinks currency={currency} isTable={isTable} shown={movers} />
        <Glance line={glance} isScrollable />
      </div>
      {covered > 0 && coins.length === 0 ? <p className="nothing">{`There are no ${list}.`}</p> : null}
      {isTable ? null : <CoinCards coins={coins} currency={currency} change={changeOver(period)} />}
      {!isTable || coins.length === 0 ? null : (
        <CoinTable rows={coins} currency={currency} caption={title} sorting={null} />
      )}
    </>
  );
}
