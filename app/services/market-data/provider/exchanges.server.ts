import type { Exchange } from "~/domain/market/exchange";
import type { Endpoint } from "./client.server";
import {
  type Row,
  readHttpUrl,
  readInteger,
  readNumber,
  readPictureUrl,
  readRows,
  readText,
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

/** @throws {MarketDataFailure} `bad-response` when the body is not a list */
export function readExchanges(body: unknown, path: string): readonly Exchange[] {
  return readRows(body, readExchange, path);
}

function readExchange(row: Row): Exchange {
  return Object.freeze({
    id: row.id,
    name: readText(row.name) || row.id,
    image: smallPicture(readPictureUrl(row.image)),
    url: readHttpUrl(row.url),
    trustScoreRank: readNumber(row.trust_score_rank),
    trustScore: readNumber(row.trust_score),
    volumeBtc: readNumber(row.trade_volume_24h_btc),
    country: readText(row.country) || null,
    year: readInteger(row.year_established, 1000, 9999),
  });
}
