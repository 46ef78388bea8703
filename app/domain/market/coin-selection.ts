import { directionOf } from "../format/number";
import { wordOf } from "../search/query";
import { isTraded } from "./coin";

/** Coins that visitors know by name, offered before any is known of the market. */
export const POPULAR_COINS = [
  { id: "bitcoin", name: "Bitcoin" },
  { id: "ethereum", name: "Ethereum" },
  { id: "solana", name: "Solana" },
  { id: "ripple", name: "XRP" },
] as const;

export const MOVER_LISTS = ["gainers", "losers"] as const;

export const MOVER_PERIODS = ["24h", "7d"] as const;

/** From how many of the largest coins movers are chosen: the smaller coins are, the more they move. */
export const MOVER_TOPS = [100, 1000] as const;

export interface MoversView {
  readonly list: (typeof MOVER_LISTS)[number];
  readonly period: (typeof MOVER_PERIODS)[number];
  readonly top: (typeof MOVER_TOPS)[number];
  readonly isTable: boolean;
}

export const MAP_PERIODS = ["1h", "24h", "7d"] as const;

export type MapPeriod = (typeof MAP_PERIODS)[number];

export function parseMapPeriod(query: URLSearchParams): MapPeriod {
  return MAP_PERIODS.find((each) => each === wordOf(query, "period")) ?? "24h";
}

/** Parses which list of movers is requested, by default over 24 hours and of the top 1,000; null if none. */
export function parseMoversView(query: URLSearchParams): MoversView | null {
  const list = MOVER_LISTS.find((each) => each === wordOf(query, "list"));
  if (list === undefined) return null;
  const top = wordOf(query, "top") === "100" ? 100 : 1000;
  return { list, period: parsePeriod(query), top, isTable: wordOf(query, "view") === "table" };
}

/** Parses which list of movers is followed: by default the gainers of the top 1,000. */
export function parseFollowedMovers(query: URLSearchParams): Pick<MoversView, "list" | "top"> {
  const { list, top } = parseMoversView(query) ?? { list: "gainers", top: 1000 };
  return { list, top };
}

export function parsePeriod(query: URLSearchParams): MoversView["period"] {
  return MOVER_PERIODS.find((each) => each === wordOf(query, "period")) ?? "24h";
}

export function changeOver(period: MoversView["period"]): "change24h" | "change7d" {
  return `change${period}`;
}

/** Returns the coins that have risen, or those that have fallen, the largest change first; none that nobody trades. */
export function biggestMovers<
  Figure extends "change1h" | "change24h" | "change7d",
  Coin extends Readonly<Record<Figure, number | null>> & Parameters<typeof isTraded>[0],
>(coins: readonly Coin[], list: MoversView["list"], figure: Figure): readonly Coin[] {
  const sign = list === "gainers" ? 1 : -1;
  return coins
    .filter((coin) => isTraded(coin) && directionOf(sign * (coin[figure] ?? 0)) === "up")
    .sort((one, other) => sign * ((other[figure] ?? 0) - (one[figure] ?? 0)));
}

export interface Category {
  readonly id: string;
  readonly name: string;
}

/** A category with its figures as the service sends them, in dollars; null: unknown. */
export interface CategoryFigures extends Category {
  readonly marketCap: number | null;
  /** Of the market cap within 24 hours, in per cent. */
  readonly change24h: number | null;
  readonly volume: number | null;
  /** Up to three coins, the largest first. */
  readonly topCoins: readonly { readonly id: string; readonly image: string | null }[];
}

/** Converts the amounts of a category, which come in dollars. @param rate what a dollar is worth */
export function convertedCategory(figures: CategoryFigures, rate: number): CategoryFigures {
  const { marketCap, volume } = figures;
  return { ...figures, marketCap: marketCap && marketCap * rate, volume: volume && volume * rate };
}

/** Categories that every list offers, beside its own: those that visitors know by name. */
const OFFERED = [
  "layer-1",
  "meme-token",
  "stablecoins",
  "decentralized-finance-defi",
  "artificial-intelligence",
];

/** Returns the categories that a list offers, its own first. @param known all names; null while they are unknown */
export function offeredCategories(
  known: readonly Category[] | null,
  own: string | null,
): readonly Category[] {
  const ids = [...new Set([...(own === null ? [] : [own]), ...OFFERED])];
  return ids.flatMap((id) => known?.find((each) => each.id === id) ?? []);
}

/** In characters; the longest in use has about fifty. */
const MAX_CATEGORY_LENGTH = 64;

/** Parses the service's id of a category: words of letters and digits separated by hyphens. Anything else is null. */
export function parseCategory(value: string | null): string | null {
  const id = value?.trim().toLowerCase() ?? "";
  return id.length <= MAX_CATEGORY_LENGTH && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(id) ? id : null;
}

export function moversInWords({ list, ...scope }: Omit<MoversView, "isTable">): string {
  return `${listInWords(list)} ${scopeInWords(scope)}`;
}

export function scopeInWords({ period, top }: Pick<MoversView, "period" | "top">): string {
  return `in ${period === "24h" ? "24 hours" : "7 days"}, ${topInWords(top)}`;
}

export function listInWords(list: MoversView["list"]): string {
  return list === "gainers" ? "Gainers" : "Losers";
}

export function topInWords(top: MoversView["top"]): string {
  return top === 100 ? "Top 100" : "Top 1,000";
}
