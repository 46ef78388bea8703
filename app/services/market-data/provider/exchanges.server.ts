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
    trustScoreRank: readInteger(row.trust_score_rank, 1),
    trustScore: readInteger(row.trust_score, 0, 10),
    volumeBtc: readNumber(row.trade_volume_24h_btc),
    country: readCountry(row.country),
    year: readInteger(row.year_established, 1000, 9999),
  });
}

/** The service sends `"null"`, too. */
function readCountry(value: unknown): string | null {
  const country = readText(value);
  return country === "" || country === "null" ? null : country;
}
