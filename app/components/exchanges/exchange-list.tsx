import { memo } from "react";
import { exchangeHref, exchangesHref } from "~/domain/addresses/page-addresses";
import { formatShortAmount } from "~/domain/format/money";
import { formatBitcoins, NOT_AVAILABLE } from "~/domain/format/number";
import { isolated } from "~/domain/format/text";
import type { Currency } from "~/domain/market/currency";
import {
  EXCHANGE_ORDERS,
  type Exchange,
  type ExchangeOrder,
  type ExchangeView,
  isRanked,
} from "~/domain/market/exchange";
import { amountInShort } from "../market/figures";
import { isBelowFold, MarketIcon } from "../market/market-icon";
import { OwnSite } from "../market/own-site";
import { headerId, TableRegion } from "../market/table-region";
import { PlainLinks } from "../site/plain-links";

interface ExchangesProps {
  readonly exchanges: readonly Exchange[];
  readonly currency: Currency;
  /** In that currency; null: volumes are shown in BTC only. */
  readonly bitcoinPrice: number | null;
}

export const ExchangeCards = memo(function ExchangeCards({ exchanges, ...prices }: ExchangesProps) {
  const hasTrust = isRanked(exchanges) || isScored(exchanges);
  return (
    <PlainLinks as="ul" className="card-grid exchange-cards">
      {exchanges.map((exchange, index) => (
        <ExchangeCard key={exchange.id} exchange={exchange} index={index} hasTrust={hasTrust} {...prices} />
      ))}
    </PlainLinks>
  );
});

interface ExchangeCardProps extends Omit<ExchangesProps, "exchanges"> {
  readonly exchange: Exchange;
  readonly index: number;
  readonly hasTrust: boolean;
}

function ExchangeCard({ exchange, currency, bitcoinPrice, index, hasTrust }: ExchangeCardProps) {
  const { name, country, year, volumeBtc } = exchange;
  const facts = [country, year === null ? null : `${country === null ? "Since" : "since"}\u00a0${year}`];
  const fact = facts.filter((each) => each !== null).join(" · ");
  return (
    <li>
      <a className="box card-link" href={exchangeHref(exchange.id, currency)}>
        <MarketIcon image={exchange.image} texts={[name]} size={36} isLazy={isBelowFold(index)} />{" "}
        <strong className="card-name" title={name}>
          <bdi translate="no">{name}</bdi>
        </strong>{" "}
        {hasTrust ? <span className="is-quiet">{trustInWords(exchange)}</span> : null}{" "}
        <span className="is-quiet">
          {"24h volume "}
          {volumeBtc === null || bitcoinPrice === null ? null : (
            <strong translate="no">{formatShortAmount(volumeBtc * bitcoinPrice, currency)}</strong>
          )}{" "}
          <span translate="no">{formatBitcoins(volumeBtc, currency)}</span>
        </span>{" "}
        <span className="is-align-self-flex-start is-quiet" title={fact}>
          {fact}
        </span>
      </a>{" "}
      <OwnSite url={exchange.url} label={`${isolated(name)}’s own site`} />
    </li>
  );
}

function trustInWords({ trustScoreRank: rank, trustScore: score }: Exchange): string {
  const parts = [rank === null ? [] : `rank ${rank}`, score === null ? [] : `score ${score}/10`].flat();
  return `Trust ${parts.join(", ") || `rank ${NOT_AVAILABLE}`}`;
}

interface Column {
  readonly title: string;
  /** The order that its header leads to, and the one after it; none: the column cannot be sorted. */
  readonly orders?: readonly [first: ExchangeOrder, second: ExchangeOrder];
}

const [RANK, TRUST, BITCOINS] = ["#", "Trust score", "In BTC"];

const COLUMNS: readonly Column[] = [
  { title: RANK, orders: ["rank_asc", "rank_desc"] },
  { title: "Exchange", orders: ["name_asc", "name_desc"] },
  { title: "Volume (24h)", orders: ["volume_desc", "volume_asc"] },
  { title: BITCOINS },
  { title: TRUST },
  { title: "Country", orders: ["country_asc", "country_desc"] },
  { title: "Since", orders: ["year_asc", "year_desc"] },
];

interface ExchangeTableProps extends ExchangesProps {
  readonly view: ExchangeView;
  readonly caption: string;
}

export const ExchangeTable = memo(function ExchangeTable(props: ExchangeTableProps) {
  const { exchanges, view, caption, currency, bitcoinPrice } = props;
  const [hasRanks, hasScores] = [isRanked(exchanges), isScored(exchanges)];
  const hidden = [bitcoinPrice === null ? BITCOINS : "", hasScores ? "" : TRUST];
  const columns = COLUMNS.filter(({ title }) => !hidden.includes(title));
  return (
    <TableRegion caption={caption} className="is-exchanges">
      <PlainLinks as="thead" stays>
        <tr>
          {columns.map(({ title, orders }) => (
            <th key={title} id={headerId(title)} scope="col" aria-sort={ariaSort(orders, view.order)}>
              {orders === undefined || (title === RANK && !hasRanks) ? (
                title
              ) : (
                <a
                  href={`${exchangesHref(currency, { ...view, order: orders[view.order === orders[0] ? 1 : 0] })}#${headerId(title)}`}
                >
                  {title}
                </a>
              )}
            </th>
          ))}
        </tr>
      </PlainLinks>
      <PlainLinks as="tbody">
        {exchanges.map((exchange, index) => (
          <tr key={exchange.id}>
            <td>{hasRanks ? (exchange.trustScoreRank ?? NOT_AVAILABLE) : index + 1}</td>
            <th scope="row">
              <a href={exchangeHref(exchange.id, currency)}>
                <MarketIcon
                  image={exchange.image}
                  texts={[exchange.name]}
                  size={24}
                  isLazy={isBelowFold(index)}
                />{" "}
                <bdi title={exchange.name} translate="no">
                  {exchange.name}
                </bdi>
              </a>{" "}
              <OwnSite url={exchange.url} label={`${isolated(exchange.name)}’s own site`} />
            </th>
            {bitcoinPrice === null ? null : (
              <td translate="no">
                {amountInShort(exchange.volumeBtc && exchange.volumeBtc * bitcoinPrice, currency)}
              </td>
            )}
            <td translate="no">{formatBitcoins(exchange.volumeBtc, currency)}</td>
            {hasScores ? (
              <td>{exchange.trustScore === null ? NOT_AVAILABLE : `${exchange.trustScore}/10`}</td>
            ) : null}
            <td>{exchange.country ?? NOT_AVAILABLE}</td>
            <td>{exchange.year ?? NOT_AVAILABLE}</td>
          </tr>
        ))}
      </PlainLinks>
    </TableRegion>
  );
});

function isScored(exchanges: readonly Exchange[]): boolean {
  return exchanges.some(({ trustScore }) => trustScore !== null);
}

function ariaSort(orders: Column["orders"], shown: ExchangeOrder): "ascending" | "descending" | undefined {
  if (orders?.includes(shown) !== true) return undefined;
  return EXCHANGE_ORDERS[shown].sign === 1 ? "ascending" : "descending";
}
