import { type MoversView, parseCategory } from "./coin-selection";

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
