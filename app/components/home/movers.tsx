import { Link } from "@remix-run/react";
import { formatPrice } from "~/domain/format/money";
import { decimal } from "~/domain/format/number";
import type { CoinSummary } from "~/domain/market/coin";
import type { MoversView } from "~/domain/market/coin-selection";
import type { Currency } from "~/domain/market/currency";
import type { Movers } from "~/domain/market/movers";
import { coinHref, moversHref } from "~/domain/pages";
import { LocalTime } from "../market/figure-text";
import { MarketIcon } from "../market/market-icon";
import { PriceChange } from "../market/price-change";
import { FoundCoinParts } from "../search/found-coins";

interface CoinsProps {
  readonly coins: readonly CoinSummary[];
  readonly currency: Currency;
}

/** The largest coins in one line; nothing if fewer than two are known. */
export function LargestCoins({ coins, currency }: CoinsProps) {
  if (coins.length < 2) return null;
  return (
    <ul className="largest-coins" aria-label="The largest coins">
      {coins.map(({ id, name, symbol, image, price, change24h }) => (
        <li key={id}>
          <Link className="box" to={coinHref(id, currency)} prefetch="intent">
            <MarketIcon image={image} texts={[symbol, name]} size={24} />{" "}
            <strong>{symbol.toUpperCase()}</strong>{" "}
            <span className="largest-price">{formatPrice(price, currency)}</span>{" "}
            <PriceChange percent={change24h} />
          </Link>
        </li>
      ))}
    </ul>
  );
}

interface GainersAndLosersProps {
  readonly movers: Movers;
  readonly currency: Currency;
  /** Time of the oldest price, in milliseconds since the epoch. */
  readonly fetchedAt: number;
}

/** Minimum number of known coins before any are called the biggest gainers. */
const MIN_COVERED = 3;

/** The biggest gainers and losers of 24 hours; nothing while too few changes are known. */
export function GainersAndLosers({ movers, currency, fetchedAt }: GainersAndLosersProps) {
  const { gainers, losers, covered } = movers;
  if (gainers.length + losers.length === 0 || covered < MIN_COVERED) return null;
  const hrefOf = (list: MoversView["list"]) => moversHref(currency, { list, period: "24h", isTable: false });
  return (
    <div className="page movers">
      <MoverSection title="Biggest gainers" coins={gainers} currency={currency} />
      <MoverSection title="Biggest losers" coins={losers} currency={currency} />
      <p>
        {`Over 24 hours, among ${decimal(covered, currency, 0, 0)} of the largest coins. Oldest price: `}
        <LocalTime time={fetchedAt} />. More <Link to={hrefOf("gainers")}>gainers</Link> and{" "}
        <Link to={hrefOf("losers")}>losers</Link>.
      </p>
    </div>
  );
}

function MoverSection({ title, coins, currency }: CoinsProps & { readonly title: string }) {
  if (coins.length === 0) return null;
  return (
    <section className="box" aria-label={title}>
      <h2>{title}</h2>
      <ol>
        {coins.map((coin) => (
          <li key={coin.id}>
            <Link className="found-coin" to={coinHref(coin.id, currency)} prefetch="intent">
              <FoundCoinParts coin={coin} currency={currency} isLazy />
            </Link>
          </li>
        ))}
      </ol>
    </section>
  );
}
