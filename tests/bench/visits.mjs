/**
 * The distribution of visits over the site, and its arithmetic. The shares are assumptions, not measurements:
 * half of all views are of the coin list, 45 % of coins, 5 % of the exchanges; the n-th page and the n-th coin are viewed
 * 1/n as often as the first (Zipf); currencies and ranges have the shares below.
 */
const LIST_SHARE = 0.5;
const COIN_SHARE = 0.45;
const EXCHANGES_SHARE = 0.05;
const LIST_PAGES = 132;
const COINS = 13_200;
/** @type {Record<string, number>} */
const CURRENCIES = { inr: 0.5, usd: 0.35, eur: 0.15 };
/** @type {Record<string, number>} */
const RANGES = {
  "24h": 0.6,
  "7d": 0.15,
  "14d": 0.05,
  "30d": 0.05,
  "60d": 0.03,
  "200d": 0.02,
  "1y": 0.05,
  max: 0.05,
};
/** Minutes for which answers of the service are fresh, as in `cache-policy.server.ts`. @type {Record<string, number>} */
const HISTORY_TTLS = { "24h": 5, "7d": 60, "14d": 60, "30d": 60, "60d": 60, "200d": 60, "1y": 60, max: 60 };
const LIST_TTL = 1;
const COIN_TTL = 1;
const EXCHANGES_TTL = 10;

const LIST_WEIGHTS = zipf(LIST_PAGES);
const COIN_WEIGHTS = zipf(COINS);

/**
 * Computes what this number of page views per minute causes, on average: requests to the app, if a cache in front keeps each
 * page for its ttl, and calls to the service, if each answer is shared by all. What is viewed λ times a minute and fresh for L
 * minutes is fetched again at the next view after its ttl: once in L + 1/λ minutes.
 * @param {number} views a minute
 */
export function expectedLoad(views) {
  let requests = EXCHANGES_SHARE * views === 0 ? 0 : perMinute(EXCHANGES_SHARE * views, EXCHANGES_TTL);
  let calls = requests;
  for (const weight of LIST_WEIGHTS) {
    for (const share of Object.values(CURRENCIES)) {
      const rate = perMinute(views * LIST_SHARE * weight * share, LIST_TTL);
      requests += rate;
      calls += rate;
    }
  }
  for (const weight of COIN_WEIGHTS) {
    const coinViews = views * COIN_SHARE * weight;
    calls += perMinute(coinViews, COIN_TTL);
    for (const currencyShare of Object.values(CURRENCIES)) {
      for (const [range, rangeShare] of Object.entries(RANGES)) {
        const pageViews = coinViews * currencyShare * rangeShare;
        // A page is fresh until the first of its parts is stale.
        requests += perMinute(pageViews, Math.min(COIN_TTL, HISTORY_TTLS[range] ?? 1));
        calls += perMinute(pageViews, HISTORY_TTLS[range] ?? 1);
      }
    }
  }
  return { requests, calls, hitRate: 1 - requests / views };
}

/**
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
