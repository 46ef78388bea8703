import { memo } from "react";
import { moversFollowHref, moversHref, PAGES } from "~/domain/addresses/page-addresses";
import { decimal } from "~/domain/format/number";
import type { ListedCoin } from "~/domain/market/coin";
import {
  type Category,
  changeOver,
  listInWords,
  MOVER_PERIODS,
  MOVER_TOPS,
  type MoversView,
  moversInWords,
  scopeInWords,
  topInWords,
} from "~/domain/market/coin-selection";
import type { Currency } from "~/domain/market/currency";
import { viewOfMovers } from "~/domain/market/table-view";
import { WaitingNote } from "../chart/waiting-chart";
import { AsOf } from "../market/figures";
import { ChoiceButtons, CopyLink, currencyChoice, RadioForm, viewChoice } from "../site/controls";
import { FollowMenu } from "../site/follow";
import { CoinCards } from "./coin-cards";
import { CoinTable } from "./coin-table";
import { ListLinks } from "./list-links";

interface MoverListProps {
  readonly movers: MoversView;
  readonly currency: Currency;
  /** The most changed first. */
  readonly coins: readonly ListedCoin[];
  /** Number of coins that the list was chosen from; 0: none is known yet. */
  readonly covered: number;
  readonly categories: readonly Category[];
  /** Time of the oldest price, in milliseconds since the epoch. */
  readonly fetchedAt: number;
  /** Milliseconds after which the page asks for the changes; null or absent: they have arrived. */
  readonly retryInMs?: number | null | undefined;
}

export const MoverList = memo(function MoverList(props: MoverListProps) {
  const { movers, currency, coins, covered, categories, fetchedAt, retryInMs = null } = props;
  const { list, period, top, isTable } = movers;
  const title = moversInWords(movers);
  return (
    <>
      <div className="list-head">
        <h1 className="title is-long is-brief">
          <span>{listInWords(list)}</span>
          <span>{` ${scopeInWords(movers)}`}</span>
        </h1>
        <div>
          <RadioForm
            action={PAGES.coins.path}
            choices={[currencyChoice(currency), viewChoice(isTable)]}
            others={{ list, period, top: String(top) }}
          />
          <CopyLink path={moversHref(currency, movers)} />
        </div>
      </div>
      <div className="list-bar">
        <ListLinks currency={currency} isTable={isTable} shown={movers} categories={categories} />
        <div className="glance is-quiet is-flex is-align-items-center">
          <ChoiceButtons label="Period" name="period" choices={MOVER_PERIODS} shown={period} />{" "}
          <ChoiceButtons label="Among" name="top" choices={MOVER_TOPS} shown={top} wordsOf={topInWords} />{" "}
          {retryInMs === null ? (
            <p>{`Of the ${decimal(covered, currency, 0, 0)} largest coins${currency === "usd" || top === 100 ? "" : " (measured in USD)"}`}</p>
          ) : (
            <WaitingNote retryInMs={retryInMs} />
          )}
        </div>
      </div>
      {retryInMs === null && coins.length === 0 ? (
        <p className="search-outcome">{`There are no ${list}.`}</p>
      ) : null}
      {isTable ? null : <CoinCards coins={coins} currency={currency} change={changeOver(period)} />}
      {!isTable || coins.length === 0 ? null : (
        <CoinTable
          rows={coins}
          currency={currency}
          caption={title}
          sorting={null}
          sortedAs={viewOfMovers(movers)}
        />
      )}
      {coins.length === 0 ? null : <AsOf time={fetchedAt} />}
      <FollowMenu address={moversFollowHref(currency, movers)} names={[]} />
    </>
  );
});
