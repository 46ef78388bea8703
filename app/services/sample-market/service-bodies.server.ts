import { CURRENCIES, type Currency } from "~/domain/market/currency";

// The bodies of a version-3 service, with all fields that its published description requires, from what a market knows. The sample
// market's own facts and those that tests write by hand go through here, so that no two of them differ in what a service sends.

/** What the service sends for a coin or an exchange without a picture. */
export const NO_PICTURE = "missing_large.png";

/** Periods of changes, in days, by their names in fields. */
export const SPANS = {
  "1h": 1 / 24,
  "24h": 1,
  "7d": 7,
  "14d": 14,
  "30d": 30,
  "60d": 60,
  "200d": 200,
  "1y": 365,
};

export type Span = keyof typeof SPANS;

export interface ServiceNames {
  readonly id: string;
  readonly symbol: string;
  readonly name: string;
}

export interface ServiceCoin extends ServiceNames {
  /** Address of the picture; `NO_PICTURE` if there is none. */
  readonly image: string;
  readonly rank: number | null;
  /** Time of its price, in milliseconds since the epoch. */
  readonly updatedMs: number | null;
  /** In coins; 0 for an unknown one, as at the real service. */
  readonly circulatingSupply: number | null;
  readonly totalSupply: number | null;
  /** In coins; null where there is no limit. */
  readonly maxSupply: number | null;
}

/** What a coin is worth in one currency: amounts in it, null for unknown ones. */
export interface CoinFigures {
  readonly price: number | null;
  readonly marketCap: number | null;
  readonly dilutedValuation: number | null;
  readonly volume: number | null;
  readonly high24h: number | null;
  readonly low24h: number | null;
  readonly allTimeHigh: AmountAt | null;
  readonly allTimeLow: AmountAt | null;
  /** In percent. */
  readonly changes: Readonly<Partial<Record<Span, number | null>>>;
}

/** A moment in milliseconds since the epoch, null for an unknown one, and the price then. */
export type AmountAt = readonly [atMs: number | null, amount: number];

const iso = (atMs: number | null | undefined) => (atMs == null ? null : new Date(atMs).toISOString());

/** What has been added by a change in percent; null if anything is unknown. */
function addedBy(percent: number | null | undefined, amount: number | null): number | null {
  return percent == null || amount === null || percent <= -100 ? null : amount - amount / (1 + percent / 100);
}

function percentFrom(before: number | undefined, now: number | null): number | null {
  return before && now !== null ? 100 * (now / before - 1) : null;
}

/** The figures that rows have, and a coin's own body as maps from currency to amount, by their names there. */
function amountsOf(figures: CoinFigures) {
  const { price, marketCap, changes, allTimeHigh, allTimeLow } = figures;
  return {
    current_price: price,
    market_cap: marketCap,
    fully_diluted_valuation: figures.dilutedValuation,
    total_volume: figures.volume,
    high_24h: figures.high24h,
    low_24h: figures.low24h,
    ath: allTimeHigh?.[1] ?? null,
    ath_change_percentage: percentFrom(allTimeHigh?.[1], price),
    ath_date: iso(allTimeHigh?.[0]),
    atl: allTimeLow?.[1] ?? null,
    atl_change_percentage: percentFrom(allTimeLow?.[1], price),
    atl_date: iso(allTimeLow?.[0]),
    price_change_24h: addedBy(changes["24h"], price),
    // Supplies are taken as constant.
    market_cap_change_24h: addedBy(changes["24h"], marketCap),
    market_cap_change_percentage_24h: changes["24h"] ?? null,
  };
}

function suppliesOf({ circulatingSupply, totalSupply, maxSupply }: ServiceCoin) {
  return { circulating_supply: circulatingSupply, total_supply: totalSupply, max_supply: maxSupply };
}

export interface RowOptions {
  /** Periods of `price_change_percentage`. */
  readonly spans: readonly string[];
  /** Prices of the week, if they were asked for. */
  readonly week: readonly number[] | null;
}

/** A row of `/coins/markets`. */
export function marketRow(coin: ServiceCoin, figures: CoinFigures, { spans, week }: RowOptions) {
  const { id, symbol, name, image, rank, updatedMs } = coin;
  const asked = Object.entries(figures.changes).filter(([span]) => spans.includes(span));
  return {
    ...{ id, symbol, name, image },
    ...amountsOf(figures),
    ...suppliesOf(coin),
    market_cap_rank: rank,
    price_change_percentage_24h: figures.changes["24h"] ?? null,
    roi: null,
    last_updated: iso(updatedMs),
    ...Object.fromEntries(
      asked.map(([span, percent]) => [`price_change_percentage_${span}_in_currency`, percent]),
    ),
    ...(week !== null && { sparkline_in_7d: { price: week } }),
  };
}

/** What a coin's own body says of its project; anything that is left out is empty. */
export interface ServiceAbout {
  readonly categories?: readonly string[];
  /** HTML. */
  readonly description?: string;
  readonly links?: Readonly<
    Record<string, string | readonly string[] | Readonly<Record<string, readonly string[]>>>
  >;
  /** `YYYY-MM-DD` */
  readonly genesisDate?: string | null;
  readonly hashingAlgorithm?: string | null;
  readonly notice?: string | null;
  readonly moreNotices?: readonly string[];
  /** Addresses of its contracts by the id of their chain. */
  readonly contracts?: Readonly<Record<string, string>>;
}

const TOKEN_DECIMALS = 18;

/** The body of `/coins/{id}`. Maps are empty where nothing is known, as at the real service. */
export function coinBody(
  coin: ServiceCoin,
  figuresIn: (currency: Currency) => CoinFigures,
  about: ServiceAbout,
  tickers: readonly ReturnType<typeof ticker>[],
) {
  const { id, symbol, name, image, rank, updatedMs } = coin;
  const all = CURRENCIES.map((currency) => [currency, figuresIn(currency)] as const);
  const inCurrencies = (read: (figures: CoinFigures) => unknown) =>
    Object.fromEntries(
      all
        .map(([currency, figures]) => [currency, read(figures)] as const)
        .filter(([, value]) => value != null),
    );
  const usd = figuresIn("usd");
  const amounts = Object.keys(amountsOf(usd)) as (keyof ReturnType<typeof amountsOf>)[];
  const maps = Object.fromEntries(amounts.map((key) => [key, inCurrencies((each) => amountsOf(each)[key])]));
  const { price_change_24h, market_cap_change_24h, market_cap_change_percentage_24h, ...rest } = maps;
  const spans = Object.keys(SPANS) as Span[];
  const contracts = Object.entries(about.contracts ?? {});
  return {
    ...{ id, symbol, name, web_slug: id },
    asset_platform_id: contracts[0]?.[0] ?? null,
    // A coin that is not a token has one empty platform.
    platforms: Object.fromEntries(contracts.length === 0 ? [["", ""]] : contracts),
    detail_platforms: Object.fromEntries(
      (contracts.length === 0 ? [["", ""] as const] : contracts).map(([chain, contract_address]) => [
        chain,
        { decimal_place: contract_address === "" ? null : TOKEN_DECIMALS, contract_address },
      ]),
    ),
    block_time_in_minutes: 0,
    hashing_algorithm: about.hashingAlgorithm ?? null,
    categories: about.categories ?? [],
    preview_listing: false,
    public_notice: about.notice ?? null,
    additional_notices: about.moreNotices ?? [],
    has_supply_breakdown: false,
    description: { en: about.description ?? "" },
    links: about.links ?? {},
    image: { thumb: image, small: image, large: image },
    country_origin: "",
    genesis_date: about.genesisDate ?? null,
    sentiment_votes_up_percentage: null,
    sentiment_votes_down_percentage: null,
    watchlist_portfolio_users: 0,
    market_cap_rank: rank,
    market_cap_rank_with_rehypothecated: rank,
    market_data: {
      ...rest,
      ...suppliesOf(coin),
      max_supply_infinite: usd.price !== null && coin.maxSupply === null && (coin.circulatingSupply ?? 0) > 0,
      market_cap_rank: rank,
      price_change_24h_in_currency: price_change_24h,
      market_cap_change_24h_in_currency: market_cap_change_24h,
      market_cap_change_percentage_24h_in_currency: market_cap_change_percentage_24h,
      // The service gives changes in dollars only as percentages, but for those within an hour.
      ...Object.fromEntries(
        spans.flatMap((span) => [
          [`price_change_percentage_${span}_in_currency`, inCurrencies(({ changes }) => changes[span])],
          ...(span === "1h" || usd.changes[span] == null
            ? []
            : [[`price_change_percentage_${span}`, usd.changes[span]]]),
        ]),
      ),
      last_updated: iso(updatedMs),
    },
    last_updated: iso(updatedMs),
    tickers,
    status_updates: [],
  };
}

/** The prices of one coin in `/simple/price`, with what its query includes. @param updatedMs their time, in milliseconds since the epoch */
export function simplePrice(
  updatedMs: number | null,
  figuresIn: (currency: Currency) => CoinFigures,
  query: URLSearchParams,
) {
  const asked = query.get("vs_currencies")?.split(",") ?? [];
  const isIncluded = (what: string) => query.get(`include_${what}`) === "true";
  return Object.fromEntries([
    ...CURRENCIES.filter((currency) => asked.includes(currency)).flatMap((currency) => {
      const { price, marketCap, volume, changes } = figuresIn(currency);
      if (price === null) return [];
      return [
        [currency, price],
        ...(isIncluded("market_cap") ? [[`${currency}_market_cap`, marketCap ?? 0]] : []),
        ...(isIncluded("24hr_vol") ? [[`${currency}_24h_vol`, volume ?? 0]] : []),
        ...(isIncluded("24hr_change") ? [[`${currency}_24h_change`, changes["24h"] ?? null]] : []),
      ];
    }),
    ...(isIncluded("last_updated_at") && updatedMs !== null
      ? [["last_updated_at", Math.floor(updatedMs / 1000)]]
      : []),
  ]);
}

/** A coin in `/search/trending`. @param score its place, from 0 */
export function trendingItem(
  coin: ServiceCoin,
  figuresIn: (currency: Currency) => CoinFigures,
  score: number,
) {
  const { id, symbol, name, image, rank } = coin;
  const { price, marketCap, volume } = figuresIn("usd");
  const dollars = (amount: number | null) => `$${Math.round(amount ?? 0).toLocaleString("en-US")}`;
  const changes = CURRENCIES.map((currency) => [currency, figuresIn(currency).changes["24h"] ?? 0]);
  return {
    ...{ id, coin_id: score + 1, name, symbol, market_cap_rank: rank, slug: id, price_btc: 0, score },
    ...{ thumb: image, small: image, large: image },
    data: {
      ...{ price, price_btc: "0", price_change_percentage_24h: Object.fromEntries(changes) },
      ...{ market_cap: dollars(marketCap), market_cap_btc: "0" },
      ...{ total_volume: dollars(volume), total_volume_btc: "0", sparkline: "", content: null },
    },
  };
}

/** The body of `/coins/{id}/market_chart`. */
export function chartBody(
  points: readonly (readonly [atMs: number, price: number, marketCap: number, volume: number])[],
) {
  return {
    prices: points.map(([atMs, price]) => [atMs, price] as const),
    market_caps: points.map(([atMs, , marketCap]) => [atMs, marketCap] as const),
    total_volumes: points.map(([atMs, , , volume]) => [atMs, volume] as const),
  };
}

export interface ServiceExchange {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  readonly country: string | null;
  readonly year: number | null;
  readonly trustScore: number | null;
  readonly trustRank: number | null;
  /** Of 24 hours, in bitcoins; 0 for an unknown one. */
  readonly volumeBtc: number;
  readonly isCentralised: boolean;
  readonly alert: string;
  readonly description: string;
}

/** A row of `/exchanges`. */
export function exchangeRow(exchange: ServiceExchange) {
  const { id, name, url, country, year, trustScore, trustRank, volumeBtc } = exchange;
  return {
    ...{ id, name, year_established: year, country, description: "", url, image: NO_PICTURE },
    has_trading_incentive: false,
    trust_score: trustScore,
    trust_score_rank: trustRank,
    trade_volume_24h_btc: volumeBtc,
  };
}

/** The body of `/exchanges/{id}`, which does not repeat the id. */
export function exchangeBody(exchange: ServiceExchange, tickers: readonly { readonly base: string }[]) {
  const { id: _, ...row } = exchangeRow(exchange);
  return {
    ...row,
    description: exchange.description,
    ...{
      facebook_url: "",
      reddit_url: "",
      telegram_url: "",
      slack_url: "",
      other_url_1: "",
      other_url_2: "",
    },
    twitter_handle: "",
    centralized: exchange.isCentralised,
    public_notice: "",
    alert_notice: exchange.alert,
    coins: new Set(tickers.map(({ base }) => base)).size,
    pairs: tickers.length,
    tickers,
    status_updates: [],
  };
}

export interface ServiceTicker {
  /** Symbols, or addresses of contracts. */
  readonly base: string;
  readonly target: string;
  readonly exchange: Pick<ServiceExchange, "id" | "name">;
  readonly coinId: string;
  readonly priceUsd: number;
  readonly volumeUsd: number;
  /** Dollars for a bitcoin and for an ether. */
  readonly rates: { readonly btc: number; readonly eth: number };
  /** In percent; null for an unknown one. */
  readonly spread: number | null;
  readonly tradedMs: number;
  readonly isAnomaly: boolean;
  readonly isStale: boolean;
  readonly tradeUrl: string | null;
}

/** A market in the body of a coin or an exchange. The service has had no trust scores of markets since March 2026. */
export function ticker(market: ServiceTicker) {
  const { base, target, exchange, priceUsd, volumeUsd, rates, tradedMs } = market;
  const converted = (usd: number) => ({ btc: usd / rates.btc, eth: usd / rates.eth, usd });
  const tradedAt = new Date(tradedMs).toISOString().replace(/\.\d+Z$/, "+00:00");
  return {
    ...{ base, target },
    market: { name: exchange.name, identifier: exchange.id, has_trading_incentive: false },
    last: priceUsd,
    volume: priceUsd === 0 ? 0 : volumeUsd / priceUsd,
    converted_last: converted(priceUsd),
    converted_volume: converted(volumeUsd),
    trust_score: null,
    bid_ask_spread_percentage: market.spread,
    ...{ timestamp: tradedAt, last_traded_at: tradedAt, last_fetch_at: tradedAt },
    is_anomaly: market.isAnomaly,
    is_stale: market.isStale,
    trade_url: market.tradeUrl,
    token_info_url: null,
    coin_id: market.coinId,
  };
}
