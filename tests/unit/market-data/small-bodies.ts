/** The smallest body that a version-3 service sends for a path with its query. */
export function bodyFor(path: string): unknown {
  if (path.startsWith("/coins/markets?"))
    return [{ id: "bitcoin", name: "Bitcoin", current_price: 64_668.5 }];
  if (path.startsWith("/simple/price?")) {
    const ids = new URL(path, "http://service.invalid").searchParams.get("ids")?.split(",") ?? [];
    return Object.fromEntries(ids.map((id) => [id, { usd: 64_700.5, eur: 59_500, inr: 5_435_000 }]));
  }
  if (path === "/coins/list") return [{ id: "bitcoin", symbol: "btc", name: "Bitcoin" }];
  if (path === "/search/trending") return { coins: [{ item: { id: "bitcoin", name: "Bitcoin" } }] };
  if (path === "/global") return { data: { active_cryptocurrencies: 17_214 } };
  if (path === "/exchanges") return [{ id: "kraken", name: "Kraken" }];
  if (path.includes("/market_chart?")) return { prices: [[1_795_000_000_000, 64_000.5]] };
  return { id: decodeURIComponent(path.slice("/coins/".length)), name: "A Coin" };
}
