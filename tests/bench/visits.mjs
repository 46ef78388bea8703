// `node tests/bench/visits.mjs`: what page views cause, by arithmetic: the table of docs/scaling.md. The shares are assumptions,
// not measurements: half of all views are of the coin list, 45 % of coins, 5 % of the exchanges; the n-th page and the n-th coin
// are viewed 1/n as often as the first (Zipf); currencies and ranges have the shares below.
import { tableRow } from "./figures.mjs";

const LIST_SHARE = 0.5;
const COIN_SHARE = 0.45;
const EXCHANGES_SHARE = 0.05;
const LIST_WEIGHTS = zipf(132);
const COIN_WEIGHTS = zipf(13_200);
const CURRENCY_SHARES = { inr: 0.5, usd: 0.35, eur: 0.15 };
const RANGE_SHARES = {
  "24h": 0.6,
  "7d": 0.15,
  "14d": 0.05,
  "30d": 0.05,
  "60d": 0.03,
  "200d": 0.02,
  "1y": 0.05,
  max: 0.05,
};
/** Minutes for which answers of the service are fresh, as in `cache-policy.server.ts`. */
const TTL = { list: 1, coin: 1, exchanges: 10, day: 5, history: 60 };

console.log(tableRow("page views a minute", ["from cache", "to the app", "to service"]));
for (const views of [1, 10, 100, 1e3, 1e4, 1e5, 1e6]) {
  const { requests, calls } = expectedLoad(views);
  const hitRate = `${(100 * (1 - requests / views)).toFixed(0)} %`;
  console.log(tableRow(String(views), [hitRate, requests.toFixed(0), calls.toFixed(0)]));
}

/**
 * Computes what this number of page views per minute causes, on average: requests to the app, if a cache in front keeps each
 * page for its ttl, and calls to the service, if each answer is shared by all.
 * @param {number} views a minute
 */
function expectedLoad(views) {
  let requests = perMinute(EXCHANGES_SHARE * views, TTL.exchanges);
  let calls = requests;
  for (const weight of LIST_WEIGHTS) {
    for (const share of Object.values(CURRENCY_SHARES)) {
      const rate = perMinute(views * LIST_SHARE * weight * share, TTL.list);
      requests += rate;
      calls += rate;
    }
  }
  for (const weight of COIN_WEIGHTS) {
    const coinViews = views * COIN_SHARE * weight;
    calls += perMinute(coinViews, TTL.coin);
    for (const currencyShare of Object.values(CURRENCY_SHARES)) {
      for (const [range, rangeShare] of Object.entries(RANGE_SHARES)) {
        const pageViews = coinViews * currencyShare * rangeShare;
        // A page is fresh until the first of its parts is stale, which is the coin.
        requests += perMinute(pageViews, TTL.coin);
        calls += perMinute(pageViews, range === "24h" ? TTL.day : TTL.history);
      }
    }
  }
  return { requests, calls };
}

/**
 * What is viewed λ times a minute and fresh for L minutes is fetched again at the next view after that: once in L + 1/λ minutes.
 * @param {number} views a minute
 * @param {number} ttl in minutes
 */
function perMinute(views, ttl) {
  return 1 / (ttl + 1 / views);
}

/** @param {number} count @returns {readonly number[]} */
function zipf(count) {
  const weights = Array.from({ length: count }, (_, index) => 1 / (index + 1));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => weight / sum);
}
