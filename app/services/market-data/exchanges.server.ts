import * as v from "valibot";
import type { Exchange } from "~/domain/exchange";
import { smallPicture } from "./icon-size.server";
import { LONGEST_TEXT, looseHttpUrl, looseNumber, looseText } from "./reading.server";
import { readRows } from "./rows.server";

/** Where the exchanges are asked for: 100, the most trusted first. */
export const EXCHANGES_PATH = "/exchanges";

const row = v.object({
  id: v.pipe(v.string(), v.nonEmpty(), v.maxLength(LONGEST_TEXT)),
  name: v.optional(looseText),
  image: v.optional(looseHttpUrl),
  url: v.optional(looseHttpUrl),
  trust_score_rank: v.optional(looseNumber),
});

/**
 * Reads the body of `EXCHANGES_PATH`.
 * @throws {MarketDataFailure} `bad-answer` when the body is no list
 */
export function readExchanges(body: unknown, path: string): readonly Exchange[] {
  const exchanges = readRows(body, row, path).map((exchange) =>
    Object.freeze({
      id: exchange.id,
      name: exchange.name || exchange.id,
      image: smallPicture(exchange.image ?? null),
      url: exchange.url ?? null,
      trustScoreRank: exchange.trust_score_rank ?? null,
    }),
  );
  return Object.freeze(exchanges);
}
