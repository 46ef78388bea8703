import { Link } from "@remix-run/react";
import { formatBitcoins, NOT_AVAILABLE } from "~/domain/format/number";
import type { Currency } from "~/domain/market/currency";
import type { Exchange } from "~/domain/market/exchange";
import type { ExchangeOrder, ExchangeView } from "~/domain/market/exchange-view";
import { firstPaintEndId, isBelowFold } from "~/domain/page-meta";
import { exchangesHref } from "~/domain/pages";
import { amountInShort } from "../market/amount-in-short";
import { MarketIcon } from "../market/market-icon";
import { TableRegion } from "../market/table-region";

interface Column {
  readonly title: string;
  /** The order that its header leads to, and the one after it; none: the column cannot be sorted. */
  readonly orders?: readonly [first: ExchangeOrder, second: ExchangeOrder];
}

const COLUMNS: readonly Column[] = [
  { title: "#", orders: ["rank_asc", "rank_desc"] },
  { title: "Exchange", orders: ["name_asc", "name_desc"] },
  { title: "Volume (24h)", orders: ["volume_desc", "volume_asc"] },
  { title: "In BTC" },
  { title: "Trust score" },
  { title: "Country", orders: ["country_asc", "country_desc"] },
  { title: "Since", orders: ["year_asc", "year_desc"] },
];

interface ExchangeTableProps {
  readonly exchanges: readonly Exchange[];
  readonly view: ExchangeView;
  readonly caption: string;
  readonly currency: Currency;
  /** In that currency; null: volumes are shown in BTC alone. */
  readonly bitcoinPrice: number | null;
}

/** The exchanges as a table, whose headers are links that order it. */
export function ExchangeTable({ exchanges, view, caption, currency, bitcoinPrice }: ExchangeTableProps) {
  const columns = bitcoinPrice === null ? COLUMNS.filter(({ title }) => title !== "In BTC") : COLUMNS;
  return (
    <TableRegion caption={caption} className="is-exchanges">
      <thead>
        <tr>
          {columns.map(({ title, orders }) => (
            <th key={title} scope="col" aria-sort={ariaSort(orders, view.order)}>
              {orders === undefined ? (
                title
              ) : (
                <Link
                  to={exchangesHref(currency, { ...view, order: nextOrder(orders, view.order) })}
                  preventScrollReset
                >
                  {title}
                </Link>
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {exchanges.map((exchange, index) => (
          <tr key={exchange.id} id={firstPaintEndId(index)}>
            <td>{exchange.trustScoreRank ?? NOT_AVAILABLE}</td>
            <th scope="row">
              <NameAndSite exchange={exchange} isLazy={isBelowFold(index)} />
            </th>
            {bitcoinPrice === null ? null : (
              <td>{amountInShort(exchange.volumeBtc && exchange.volumeBtc * bitcoinPrice, currency)}</td>
            )}
            <td>{formatBitcoins(exchange.volumeBtc, currency)}</td>
            <td>{exchange.trustScore === null ? NOT_AVAILABLE : `${exchange.trustScore}/10`}</td>
            <td>{exchange.country ?? NOT_AVAILABLE}</td>
            <td>{exchange.year ?? NOT_AVAILABLE}</td>
          </tr>
        ))}
      </tbody>
    </TableRegion>
  );
}

function ariaSort(orders: Column["orders"], shown: ExchangeOrder): "ascending" | "descending" | undefined {
  if (orders?.includes(shown) !== true) return undefined;
  return shown.endsWith("_asc") ? "ascending" : "descending";
}

function nextOrder([first, second]: NonNullable<Column["orders"]>, shown: ExchangeOrder): ExchangeOrder {
  return shown === first ? second : first;
}

interface NameAndSiteProps {
  readonly exchange: Exchange;
  readonly isLazy: boolean;
}

/** Links to the exchange's own site in a new tab, where there is one. */
function NameAndSite({ exchange: { name, image, url }, isLazy }: NameAndSiteProps) {
  const target = url === null ? {} : { href: url, target: "_blank", rel: "noopener noreferrer" };
  return (
    <a {...target}>
      <MarketIcon image={image} texts={[name]} size={24} isLazy={isLazy} /> <span title={name}>{name}</span>
      {url === null ? null : <span className="is-sr-only"> (opens in a new tab)</span>}
    </a>
  );
}
