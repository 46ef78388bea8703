/**
 * The body of a version-3 service for a path, or null for a coin it does not know: ids begin with `coin-`. Prices differ
 * each time.
 * @param {URL} url
 * @param {number} rows of a page of the coin list
 * @returns {unknown}
 */
export function bodyFor({ pathname, searchParams }, rows) {
  if (pathname === "/coins/markets") return coinRows(Number(searchParams.get("page")), rows);
  if (pathname === "/exchanges") return [{ id: "kraken", name: "Kraken", url: "https://www.kraken.com/" }];
  const [, id = "", rest] = /^\/coins\/([^/]+)(\/market_chart)?$/.exec(pathname) ?? [];
  if (!id.startsWith("coin-")) return null;
  return rest === undefined ? coin(id) : { prices: points(200) };
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
