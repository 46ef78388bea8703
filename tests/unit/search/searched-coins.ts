import { parseQuery } from "~/domain/search/query";
import { TOP_HUNDRED_COINS } from "~/services/sample-market/top-hundred-coins.server";
import { createCoinSearch } from "~/services/search/coin-search.server";
import { marketWithFunction } from "../market-data/market-under-test";

/** Coins without a rank: with names in other scripts, odd names, or the symbol or prefix of a larger coin. */
const OTHER_COINS = [
  ["batcat", "btc", "BatCat"],
  ["tenth-inu", "bitcoin", "Tenth Inu"],
  ["allbridge-btc", "btc", "Allbridge Bridged BTC"],
  ["bitcoin-2", "btc2", "Bitcoin 2"],
  ["wrapped-eeth-2", "weeth2", "Wrapped eETH 2"],
  ["sol-token", "sol", "Sol Token"],
  ["solana-inu", "inu", "Solana Inu"],
  ["bitebi", "比特币", "比特币"],
  ["shiba-cn", "柴犬", "柴犬币 Shiba"],
  ["moneta", "мнт", "Монета Ёлка"],
  ["bitokoin", "ビット", "ビットコイン"],
  ["gaeko", "가상", "가상화폐"],
  ["sikka", "सिक्का", "सिक्का हिन्दी"],
  ["umla", "عملة", "عملة رقمية"],
  ["sao-paulo-fc-fan-token", "spfc", "São Paulo FC Fan Token"],
  ["rocketship", "🚀", "🚀 To The Moon"],
  ["1move token", "1mt", "1Move Token"],
  ["_", "_", "_"],
  ["dollar-wif", "$wif", "dogwifhat two"],
  ["yearn-finance", "yfi", "yearn.finance"],
  ["zzz-last", "zzz", "Zzyzx"],
  ["script", "<b>", "<script>alert(1)</script>"],
] as const;

/** Rows of `/coins/list`, in the order of their ids, as the service sends them. */
export const NAME_ROWS = [
  ...TOP_HUNDRED_COINS.map(({ id, symbol, name }) => ({ id, symbol, name })),
  ...OTHER_COINS.map(([id, symbol, name]) => ({ id, symbol, name })),
].sort((one, other) => (one.id < other.id ? -1 : 1));

/** Answers as the service does, with these coins: the hundred largest are on the first page of ranks. */
export function searchBody(path: string): unknown {
  if (path === "/coins/list") return NAME_ROWS;
  if (!path.endsWith("&page=1")) return [];
  return TOP_HUNDRED_COINS.map(({ id, symbol, name }, index) => ({
    id,
    symbol,
    name,
    image: `https://pictures.example/coins/large/${id}.png`,
    market_cap_rank: index + 1,
  }));
}

/** A search among what a service answers. */
export function searchAmong(answer: (path: string) => unknown, callsPerMinute = 0) {
  const setting = marketWithFunction({ callsPerMinute });
  setting.service.answer = answer;
  const largest = TOP_HUNDRED_COINS.map(({ id }) => id);
  const search = createCoinSearch(setting.market, setting.clock, largest);
  return { ...setting, find: (text: string, limit = 50) => search.find(parseQuery(text), limit) };
}
