import { coinHref } from "~/domain/addresses/page-addresses";
import { formatBriefAmount, formatPrice } from "~/domain/format/money";
import type { ListedCoin } from "~/domain/market/coin";
import type { Currency } from "~/domain/market/currency";
import { fitting, PriceChange, priceText, WeekLine } from "../market/figures";
import { isBelowFold, MarketIcon } from "../market/market-icon";
import { afterPaint, FIRST_ROWS } from "../site/after-paint";
import { PlainLinks } from "../site/plain-links";
import { WatchButton, WatchForm } from "../watchlist/watch-button";

/** Characters that fit the narrowest card even if all are as wide as W. Longer names may be cut off, so they get a title. */
const MAX_UNCUT_NAME = 7;
const MAX_UNCUT_SYMBOL = 6;

interface CoinCardsProps {
  readonly coins: readonly ListedCoin[];
  readonly currency: Currency;
  readonly change?: "change24h" | "change7d";
}

export function CoinCards({ coins, currency, change = "change24h" }: CoinCardsProps) {
  return (
    <WatchForm coins={coins}>
      <PlainLinks as="ul" className="card-grid coin-cards" translate="no">
        <Cards coins={coins.slice(0, FIRST_ROWS)} currency={currency} change={change} />
        <OtherCards coins={coins.slice(FIRST_ROWS)} start={FIRST_ROWS} currency={currency} change={change} />
      </PlainLinks>
    </WatchForm>
  );
}

interface CardsProps extends Required<CoinCardsProps> {
  /** Index of the first one in the list. */
  readonly start?: number;
}

function Cards({ coins, currency, change, start = 0 }: CardsProps) {
  return coins.map((coin, index) => (
    <li key={coin.id}>
      <CardLink coin={coin} currency={currency} percent={coin[change]} isLazy={isBelowFold(start + index)} />{" "}
      <WatchButton id={coin.id} name={coin.name} />
    </li>
  ));
}

const OtherCards = afterPaint(Cards);

interface CardLinkProps {
  readonly coin: ListedCoin;
  readonly currency: Currency;
  readonly percent: number | null;
  readonly isLazy: boolean;
}

function CardLink({ coin, currency, percent, isLazy }: CardLinkProps) {
  const { id, symbol, name, image, rank, marketCap } = coin;
  const price = formatPrice(coin.price, currency);
  return (
    <a className="box card-link" href={coinHref(id, currency)}>
      <span className="card-place">{rank}</span>{" "}
      <MarketIcon image={image} texts={[symbol, name]} size={36} isLazy={isLazy} />{" "}
      <bdi className="card-name" title={titleBeyond(MAX_UNCUT_NAME, name)}>
        {name}
      </bdi>{" "}
      <span className="card-more">
        <bdi className="card-symbol is-uppercase" title={titleBeyond(MAX_UNCUT_SYMBOL, symbol)}>
          {symbol}
        </bdi>
        {marketCap === null ? null : <span>{` · ${formatBriefAmount(marketCap, currency)}`}</span>}
      </span>{" "}
      <span className={fitting("card-price", price)}>{priceText(coin.price, currency, coin.priceFrom)}</span>{" "}
      <PriceChange percent={percent} />
      {coin.week.length > 0 ? <WeekLine {...coin} /> : null}
    </a>
  );
}

function titleBeyond(maxLength: number, text: string): string | undefined {
  return text.length > maxLength ? text : undefined;
}
