/** An exchange as the service lists it. */
export interface Exchange {
  readonly id: string;
  readonly name: string;
  /** An http(s) address, or null: the site then draws a monogram. */
  readonly image: string | null;
  /** 1 is the most trusted; null when the service does not rank it. */
  readonly trustScoreRank: number | null;
  /** From 0 to 10; null when the service gives none. */
  readonly trustScore: number | null;
  /** Traded within 24 hours, in BTC; null when the service knows no volume. */
  readonly volumeBtc: number | null;
  /** Where it is registered, in English; null when the service names no country. */
  readonly country: string | null;
  /** The year in which it began; null when the service knows none. */
  readonly year: number | null;
  /** The exchange's own site, http or https only; null if it cannot be linked. */
  readonly url: string | null;
}

/** An exchange as searches name it. */
export type FoundExchange = Pick<Exchange, "id" | "name" | "image">;
