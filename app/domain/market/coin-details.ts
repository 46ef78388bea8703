import type { Currency } from "./currency";

/** Maximum number of a coin's markets, how many are on a page, and how many pages there are. */
export const MAX_MARKETS = 100;
export const MARKETS_PER_PAGE = 25;
export const MARKETS_PAGE_COUNT = MAX_MARKETS / MARKETS_PER_PAGE;

export interface CoinDetails {
  /** Coins that exist, whether in circulation or not; null when unknown. */
  readonly totalSupply: number | null;
  readonly isSupplyUnlimited: boolean;
  readonly outlooks: Readonly<Record<Currency, CoinOutlook>>;
  /** What the service itself warns of: it is migrated, delisted or worthless, for example. */
  readonly notices: readonly Paragraph[];
  readonly categories: readonly string[];
  readonly description: readonly Paragraph[];
  readonly links: readonly ProjectLink[];
  /** One a chain; none for a coin that has a chain of its own. */
  readonly contracts: readonly Contract[];
  /** Time of the first block, a day in UTC, in milliseconds since the epoch; null when unknown. */
  readonly genesisAt: number | null;
  readonly hashingAlgorithm: string;
  /** By volume, the busiest first, at most 100. */
  readonly tickers: readonly Ticker[];
}

/** A coin's figures in one currency that only its own answer has; each may be unknown. */
interface CoinOutlook {
  readonly fullyDilutedValuation: number | null;
  /** Changes in per cent: −4.2 means 4.2 % down. */
  readonly change30d: number | null;
  readonly change60d: number | null;
  readonly change200d: number | null;
  readonly change1y: number | null;
}

export type Paragraph = readonly TextPart[];

export interface TextPart {
  readonly text: string;
  /** An http or https address; absent for text alone. */
  readonly href?: string | undefined;
}

/** Where a coin is a token. */
export interface Contract {
  /** The chain's name, made of its id: `Binance Smart Chain`. */
  readonly chain: string;
  /** In ASCII, as the chain writes it. */
  readonly address: string;
}

export const LINK_KINDS = ["Homepage", "Explorer", "Source code", "White paper", "Subreddit"] as const;

export interface ProjectLink {
  readonly kind: (typeof LINK_KINDS)[number];
  readonly href: string;
}

export interface Ticker {
  readonly exchange: string;
  /** The service's ids of the exchange, and of the first coin of the pair; null when it names none. */
  readonly exchangeId: string | null;
  readonly coinId: string | null;
  /** As the exchange writes it: `BTC/USDT`. A coin whose market it is may be the first or the second of it. */
  readonly pair: string;
  /** Of one coin, in US dollars: the service converts it to no other currency. Null when unknown. */
  readonly priceUsd: number | null;
  readonly volumeUsd: number | null;
  /** Between the best bid and the best ask, in per cent. */
  readonly spread: number | null;
  /** The service's opinion of the volume that the exchange reports; null: none. */
  readonly trust: (typeof TRUST_COLOURS)[number] | null;
  /** Time of the last trade, in milliseconds since the epoch. */
  readonly tradedAt: number | null;
  /** Page of the pair at the exchange, http or https; null if it cannot be linked. */
  readonly url: string | null;
  /** Why its price does not count, according to the service; null: it does. */
  readonly flaw: (typeof TICKER_FLAWS)[number] | null;
}

export const TRUST_COLOURS = ["green", "yellow", "red"] as const;
export const TICKER_FLAWS = ["anomalous", "stale"] as const;
