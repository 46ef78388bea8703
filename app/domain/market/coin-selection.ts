/** Coins by their change: the biggest gainers, or the biggest losers. */
export const MOVER_LISTS = ["gainers", "losers"] as const;

/** The time within which coins have changed. */
export const MOVER_PERIODS = ["24h", "7d"] as const;

/** A list of the coins that have changed most. */
export interface MoversView {
  readonly list: (typeof MOVER_LISTS)[number];
  readonly period: (typeof MOVER_PERIODS)[number];
  readonly isTable: boolean;
}

/** Parses which list of movers is asked for, within 24 hours unless the query says otherwise; null without one. */
export function parseMoversView(query: URLSearchParams): MoversView | null {
  const wordOf = (name: string) => query.get(name)?.trim().toLowerCase();
  const list = MOVER_LISTS.find((each) => each === wordOf("list"));
  if (list === undefined) return null;
  const period = MOVER_PERIODS.find((each) => each === wordOf("period")) ?? "24h";
  return { list, period, isTable: wordOf("view") === "table" };
}

/** Names a list of movers: `Biggest gainers in 7 days`. */
export function moversInWords({ list, period }: Pick<MoversView, "list" | "period">): string {
  return `Biggest ${list} in ${period === "24h" ? "24 hours" : "7 days"}`;
}

/** In characters; the service's longest has about fifty. */
const MAX_CATEGORY_LENGTH = 64;

/** Parses the service's id of a category: words of letters and digits with hyphens between them. Anything else is none. */
export function parseCategory(value: string | null): string | null {
  const id = value?.trim().toLowerCase() ?? "";
  return id.length <= MAX_CATEGORY_LENGTH && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(id) ? id : null;
}

/** Writes the id of a category in words: `layer 1`. */
export function categoryInWords(id: string): string {
  return id.replaceAll("-", " ");
}

/** Ids that do not follow from the names that coins' answers have in their place. */
const CATEGORY_IDS: Readonly<Record<string, string>> = {
  "Artificial Intelligence (AI)": "artificial-intelligence",
  "Gaming (GameFi)": "gaming",
  "Layer 1 (L1)": "layer-1",
  "Layer 2 (L2)": "layer-2",
  Meme: "meme-token",
};

/** Returns the service's id of a category by its name, as far as it follows from that; null where it cannot. */
export function categoryIdOf(name: string): string | null {
  const words = name.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return parseCategory(CATEGORY_IDS[name] ?? words.join("-"));
}
