import * as v from "valibot";
import type { Exchange } from "~/domain/market/exchange";
import type { Endpoint } from "./client.server";
import {
  isCleanText,
  looseHttpUrl,
  looseNumber,
  loosePictureUrl,
  looseText,
  readRows,
  smallPicture,
} from "./fields.server";

/** 100 exchanges, the most trusted first. */
export const EXCHANGES_ENDPOINT: Endpoint<readonly Exchange[]> = {
  name: "exchanges",
  path: "/exchanges",
  // 250 exchanges with the longest addresses are 1.1 MB; those of the service are a twentieth of it.
  limits: { maxBytes: 2_000_000, maxValues: 20_000 },
  read: readExchanges,
};

const row = v.object({
  id: v.pipe(v.string(), v.nonEmpty(), v.check(isCleanText)),
  name: v.optional(looseText),
  image: v.optional(loosePictureUrl),
  url: v.optional(looseHttpUrl),
  trust_score_rank: v.optional(looseNumber),
  trust_score: v.optional(looseNumber),
  trade_volume_24h_btc: v.optional(looseNumber),
  country: v.optional(looseText),
  year_established: v.optional(looseNumber),
});

/** @throws {MarketDataFailure} `bad-response` when the body is not a list */
export function readExchanges(body: unknown, path: string): readonly Exchange[] {
  const exchanges = readRows(body, row, path).map((exchange) =>
    Object.freeze({
      id: exchange.id,
      name: exchange.name || exchange.id,
      image: smallPicture(exchange.image ?? null),
      url: exchange.url ?? null,
      trustScoreRank: exchange.trust_score_rank ?? null,
      trustScore: exchange.trust_score ?? null,
      volumeBtc: exchange.trade_volume_24h_btc ?? null,
      country: exchange.country || null,
      year: readYear(exchange.year_established ?? null),
    }),
  );
  return Object.freeze(exchanges);
}

/** Reads a year; anything that cannot be one is null. */
function readYear(year: number | null): number | null {
  return year !== null && Number.isInteger(year) && year >= 1000 && year <= 9999 ? year : null;
}
