/** An exchange as its card shows it. */
export interface Exchange {
  readonly id: string;
  readonly name: string;
  /** An http(s) address, or null: the site then draws a monogram. */
  readonly image: string | null;
  /** 1 is the most trusted; null when the service does not rank it. */
  readonly trustScoreRank: number | null;
  /** The exchange's own site, http or https only; null when there is none that could be linked. */
  readonly url: string | null;
}

/** An exchange as searches name it. */
export type FoundExchange = Pick<Exchange, "id" | "name" | "image">;
