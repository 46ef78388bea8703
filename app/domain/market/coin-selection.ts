import { wordOf } from "../search/query";

/** Coins by their change: the biggest gainers, or the biggest losers. */
export const MOVER_LISTS = ["gainers", "losers"] as const;

/** The period of a change. */
export const MOVER_PERIODS = ["24h", "7d"] as const;

/** A list of the coins that have changed most. */
export interface MoversView {
  readonly list: (typeof MOVER_LISTS)[number];
  readonly period: (typeof MOVER_PERIODS)[number];
  readonly isTable: boolean;
}

/** Parses which list of movers is requested, by default over 24 hours; null if none. */
export function parseMoversView(query: URLSearchParams): MoversView | null {
  const list = MOVER_LISTS.find((each) => each === wordOf(query, "list"));
  if (list === undefined) return null;
  const period = MOVER_PERIODS.find((each) => each === wordOf(query, "period")) ?? "24h";
  return { list, period, isTable: wordOf(query, "view") === "table" };
}

/** Returns the figure of a coin that is its change over a period. */
export function changeOver(period: MoversView["period"]): "change24h" | "change7d" {
  return `change${period}`;
}

/** In characters; the longest in use has about fifty. */
const MAX_CATEGORY_LENGTH = 64;

/** Parses the service's id of a category: words of letters and digits separated by hyphens. Anything else is null. */
export function parseCategory(value: string | null): string | null {
  const id = value?.trim().toLowerCase() ?? "";
  return id.length <= MAX_CATEGORY_LENGTH && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(id) ? id : null;
}

/** Names a list of movers: `Biggest gainers in 7 days`. */
export function moversInWords({ list, period }: Pick<MoversView, "list" | "period">): string {
  return `Biggest ${list} in ${period === "24h" ? "24 hours" : "7 days"}`;
}

/** Writes the id of a category in words: `layer 1`. */
export function categoryInWords(id: string): string {
  return id.replaceAll("-", " ");
}

/** Ids that differ from what the names in coins' answers would give. */
const CATEGORY_IDS: Readonly<Record<string, string>> = {
  "Artificial Intelligence (AI)": "artificial-intelligence",
  "Gaming (GameFi)": "gaming",
  "Layer 1 (L1)": "layer-1",
  "Layer 2 (L2)": "layer-2",
  Meme: "meme-token",
};

/** Returns the service's id of a category by its name; null if it cannot be derived. */
export function categoryIdOf(name: string): string | null {
  const words = name.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return parseCategory(CATEGORY_IDS[name] ?? words.join("-"));
}
