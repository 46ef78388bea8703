import { createServer } from "node:http";
import { listen } from "../support/free-port.mjs";

/** Of a page of the coin list. */
const ROWS = 20;

/**
 * A version-3 service on loopback.
 * @param {(response: import("node:http").ServerResponse) => void} before called first with each response, and may end it
 * @param {number} firstLong number of the first coin whose histories are as long as the longest of a real service
 */
export async function startUpstream(before, firstLong) {
  const server = createServer((request, response) => {
    before(response);
    if (response.writableEnded || response.destroyed) return;
    const body = bodyFor(new URL(request.url ?? "/", "http://upstream"), firstLong);
    response.writeHead(body === null ? 404 : 200, { "content-type": "application/json" });
    response.end(JSON.stringify(body ?? { error: "coin not found" }));
  });
  return {
    url: `http://127.0.0.1:${await listen(server)}`,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/**
 * The body of a version-3 service for a path, or null for a coin it does not know: ids begin with `coin-`. Prices differ
 * each time.
 * @param {URL} url
 * @param {number} firstLong
 * @returns {unknown}
 */
function bodyFor({ pathname, searchParams }, firstLong) {
  if (pathname === "/coins/markets") return coinRows(Number(searchParams.get("page")));
  if (pathname.startsWith("/coins/categories")) return [];
  if (pathname === "/exchanges") return [{ id: "kraken", name: "Kraken", url: "https://www.kraken.com/" }];
  const [, id = "", rest] = /^\/coins\/([^/]+)(\/market_chart)?$/.exec(pathname) ?? [];
  if (!id.startsWith("coin-")) return null;
  if (rest === undefined) return coin(id);
  return { prices: points(Number(id.slice("coin-".length)) < firstLong ? 200 : 6000) };
}

/** @param {number} page */
function coinRows(page) {
  return Array.from({ length: ROWS }, (_, index) => {
    const number = (page - 1) * ROWS + index + 1;
    return {
      id: `coin-${number}`,
      symbol: `c${number}`,
      name: `Coin ${number}`,
      current_price: Math.random() * 1000,
    };
  });
}

/** @param {string} id */
function coin(id) {
  const prices = { inr: Math.random() * 84_000, eur: Math.random() * 920, usd: Math.random() * 1000 };
  return { id, symbol: id, name: id, market_data: { current_price: prices, market_cap: prices } };
}

/** @param {number} count */
function points(count) {
  const now = Date.now();
  return Array.from({ length: count }, (_, index) => [
    now - (count - 1 - index) * 300_000,
    1000 + Math.random() * 50,
  ]);
}
