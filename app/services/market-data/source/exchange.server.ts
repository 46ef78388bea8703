import { isCoinId } from "~/domain/market/coin";
import type { ExchangeDetails } from "~/domain/market/exchange";
import { MarketDataFailure, notFoundOf, unreadable } from "../policy/failure.server";
import type { Endpoint } from "./client.server";
import { readTickers, shortUrl } from "./coin.server";
import { readDescription, readNotices } from "./description.server";
import * as read from "./fields.server";
import { readExchange } from "./market.server";

/**
 * One exchange with its first hundred markets; its body does not repeat its id.
 * @throws {MarketDataFailure} `not-found` for text that cannot be an id, and for another resource in the place of an id
 */
export function exchangeEndpoint(id: string) {
  if (!isCoinId(id) || id === "list") throw new MarketDataFailure("not-found", "not an exchange id");
  return {
    kind: "exchange",
    // Decentralised ones name coins by their contracts otherwise.
    path: `/exchanges/${encodeURIComponent(id)}?dex_pair_format=symbol`,
    read(body, path) {
      const own = read.fields(body);
      if (read.text(own.name) === "") throw unreadable(path, "is not an exchange");
      return Object.freeze({
        ...readExchange({ ...own, id }),
        isCentralised: typeof own.centralized === "boolean" ? own.centralized : null,
        notices: readNotices(own.alert_notice, own.public_notice),
        description: readDescription(own.description),
        links: readLinks(own),
        tickers: readTickers(own.tickers),
        bitcoinUsd: readBitcoinPrice(own.tickers),
      });
    },
    failureOf: notFoundOf,
  } satisfies Endpoint<ExchangeDetails>;
}

function readLinks({ twitter_handle, ...own }: read.Fields): readonly string[] {
  const handle = read.text(twitter_handle);
  const addresses = [
    /^\w{1,15}$/.test(handle) ? `https://x.com/${handle}` : null,
    ...[own.reddit_url, own.telegram_url, own.facebook_url, own.slack_url, own.other_url_1, own.other_url_2],
  ];
  return [...new Set(addresses.flatMap((address) => shortUrl(address) ?? []))];
}

/** What a bitcoin costs in dollars, by the largest volume that is converted to both: small ones are rounded. */
function readBitcoinPrice(tickers: unknown): number | null {
  const volumes = read.list(tickers).map((row) => read.fields(read.fields(row).converted_volume));
  const amounts = volumes.map(({ btc, usd }) => [read.amount(btc) ?? 0, read.amount(usd) ?? 0] as const);
  const [btc, usd] = amounts.reduce((most, each) => (each[0] > most[0] ? each : most), [0, 0]);
  return (btc && usd && usd / btc) || null;
}
