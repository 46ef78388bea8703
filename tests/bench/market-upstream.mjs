import { createServer } from "node:http";

/**
 * A version-3 service on loopback that counts its calls.
 * @param {number} rows of a page of the coin list
 * @param {(response: import("node:http").ServerResponse) => unknown} before called first with each response, and may end it
 * @param {number} firstLong number of the first coin whose histories are as long as the longest of a real service
 */
export async function startUpstream(rows, before, firstLong = Number.POSITIVE_INFINITY) {
  let calls = 0;
  const server = createServer(async (request, response) => {
    calls += 1;
    await before(response);
    if (response.writableEnded || response.destroyed) return;
    const body = bodyFor(new URL(request.url ?? "/", "http://upstream"), rows, firstLong);
    response.writeHead(body === null ? 404 : 200, { "content-type": "application/json" });
    response.end(JSON.stringify(body ?? { error: "coin not found" }));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(null)));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    calls: () => calls,
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
 * @param {number} rows of a page of the coin list
 * @param {number} firstLong
 * @returns {unknown}
 */
function bodyFor({ pathname, searchParams }, rows, firstLong) {
  if (pathname === "/coins/markets") return coinRows(Number(searchParams.get("page")), rows);
  if (pathname === "/exchanges") return [{ id: "kraken", name: "Kraken", url: "https://www.kraken.com/" }];
  const [, id = "", rest] = /^\/coins\/([^/]+)(\/market_chart)?$/.exec(pathname) ?? [];
  if (!id.startsWith("coin-")) return null;
  if (rest === undefined) return coin(id);
  return { prices: points(Number(id.slice("coin-".length)) < firstLong ? 200 : 6000) };
}

/**
 * @param {number} page
 * @param {number} rows
 */
function coinRows(page, rows) {
  return Array.from({ length: rows }, (_, index) => {
    const number = (page - 1) * rows + index + 1;
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
