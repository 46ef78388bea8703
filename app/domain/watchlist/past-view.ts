export const PAST_RANGES = ["7d", "30d", "1y"] as const;

/** What the same money could have bought instead, by its value in addresses; the first is the default. */
export const THAN_NAMES = { none: "Nothing", bitcoin: "Bitcoin", ethereum: "Ethereum" } as const;

export const THAN = ["none", "bitcoin", "ethereum"] as const;

export interface PastView {
  readonly range: (typeof PAST_RANGES)[number];
  readonly than: (typeof THAN)[number];
}

export const DEFAULT_PAST_VIEW: PastView = { range: "7d", than: "none" };

export function parsePastView(query: URLSearchParams): PastView {
  return {
    range: PAST_RANGES.find((range) => range === query.get("range")?.trim().toLowerCase()) ?? "7d",
    than: THAN.find((than) => than === query.get("than")?.trim().toLowerCase()) ?? "none",
  };
}

/** Returns the parameters that differ from the defaults, for addresses and forms. */
export function pastViewParameters({ range, than }: PastView): Readonly<Record<string, string>> {
  return { ...(range === "7d" ? {} : { range }), ...(than === "none" ? {} : { than }) };
}
