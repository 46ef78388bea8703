import { Link } from "@remix-run/react";
import { coinHref, exchangeHref } from "~/domain/addresses/page-addresses";
import { formatPrice } from "~/domain/format/money";
import { decimal } from "~/domain/format/number";
import type { FoundCoin, PricedCoin } from "~/domain/market/coin";
import { CURRENCY_DETAILS, type Currency } from "~/domain/market/currency";
import type { FoundExchange } from "~/domain/market/exchange";
import { fitting, PriceChange, priceText } from "../market/figures";
import { isBelowFold, MarketIcon } from "../market/market-icon";
import { WatchButton, WatchForm } from "../watchlist/watch-button";

interface FoundCoinsProps {
  readonly coins: readonly PricedCoin[];
  readonly currency: Currency;
}

export function FoundCoins({ coins, currency }: FoundCoinsProps) {
  if (coins.length === 0) return null;
  return (
    <WatchForm coins={coins}>
      <ol className="box found-coins">
        {coins.map((coin, index) => (
          <li key={coin.id}>
            <Link className="found-coin" to={coinHref(coin.id, currency)}>
              <FoundCoinParts coin={coin} currency={currency} isLazy={isBelowFold(index)} />
            </Link>{" "}
            <WatchButton id={coin.id} name={coin.name} />
          </li>
        ))}
      </ol>
    </WatchForm>
  );
}

interface FoundExchangesProps {
  readonly exchanges: readonly FoundExchange[];
  readonly currency: Currency;
}

export function FoundExchanges({ exchanges, currency }: FoundExchangesProps) {
  if (exchanges.length === 0) return null;
  return (
    <>
      <h2 className="search-outcome">{exchanges.length === 1 ? "Exchange" : "Exchanges"}</h2>
      <ol className="box found-coins">
        {exchanges.map((exchange) => (
          <li key={exchange.id}>
            <Link className="found-coin" to={exchangeHref(exchange.id, currency)}>
              <FoundExchangeParts exchange={exchange} />
            </Link>
          </li>
        ))}
      </ol>
    </>
  );
}

interface CoinsToChooseProps {
  readonly coins: readonly FoundCoin[];
  readonly hrefWith: (id: string) => string;
}

export function CoinsToChoose({ coins, hrefWith }: CoinsToChooseProps) {
  return (
    <ul className="box found-coins">
      {coins.map((coin) => (
        <li key={coin.id}>
          <Link className="found-coin" to={hrefWith(coin.id)} preventScrollReset>
            <FoundCoinParts coin={coin} />
          </Link>
        </li>
      ))}
    </ul>
  );
}

interface FoundCoinPartsProps {
  readonly coin: PricedCoin;
  /** Key of its price; without it, no price is shown. */
  readonly currency?: Currency | undefined;
  readonly figure?: "change1h" | "change24h" | "change7d" | undefined;
  readonly isLazy?: boolean | undefined;
}

/** Icon, name, symbol and rank of a coin, and its price and change where they are known, in a row. */
export function FoundCoinParts({ coin, currency, figure = "change24h", isLazy }: FoundCoinPartsProps) {
  const { image, symbol, name, rank, price = null, [figure]: change = null } = coin;
  return (
    <>
      <MarketIcon image={image} texts={[symbol, name]} size={32} isLazy={isLazy} />{" "}
      <b title={name}>
        <bdi translate="no">{name}</bdi>
      </b>{" "}
      <span className="found-symbol is-quiet is-uppercase" translate="no">
        <bdi>{symbol}</bdi>{" "}
        {rank === null ? null : (
          <>
            <span className="is-sr-only">Rank </span>
            <span>{`#${rank}`}</span>
          </>
        )}
      </span>{" "}
      {price === null || currency === undefined ? null : (
        <span className={fitting("found-price", formatPrice(price, currency))} translate="no">
          <span>{priceText(price, currency, coin.priceFrom)}</span>{" "}
          {change === null ? null : <PriceChange percent={change} />}
        </span>
      )}
    </>
  );
}

export function FoundExchangeParts({ exchange: { image, name } }: { readonly exchange: FoundExchange }) {
  return (
    <>
      <MarketIcon image={image} texts={[name]} size={32} />{" "}
      <b title={name}>
        <bdi translate="no">{name}</bdi>
      </b>{" "}
      <span className="found-symbol is-quiet">Exchange</span>
    </>
  );
}

export function CurrencyParts({ currency }: { readonly currency: Currency }) {
  const { name } = CURRENCY_DETAILS[currency];
  return (
    <>
      <MarketIcon image={null} texts={[currency]} size={32} /> <b>{name}</b>{" "}
      <span className="found-symbol is-quiet is-uppercase">{currency}</span>
    </>
  );
}

interface SearchOutcomeProps {
  readonly query: string;
  /** Decides how digits are grouped. */
  readonly currency: Currency;
  readonly shows: "found" | "nearest" | "trending" | "largest";
  readonly count: number;
  readonly shown: number;
}

export function SearchOutcome({ query, currency, shows, count, shown }: SearchOutcomeProps) {
  const coins = count === 1 ? "1 coin" : `${decimal(count, currency, 0, 0)} coins`;
  const words = {
    found: `${coins} for “${query}”${count > shown ? ` – the ${shown} best matches` : ""}`,
    nearest: `No coin is called “${query}”.${shown > 0 ? " The nearest names:" : ""}`,
    trending: "Trending coins",
    largest: "The largest coins",
  };
  return <h2 className="search-outcome">{words[shows]}</h2>;
}
