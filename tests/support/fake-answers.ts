import {
  categoryFigureRows,
  categoryRows,
  coinBody,
  coinNameRows,
  coinRows,
  exchangeBody,
  exchangeRows,
  globalBody,
  priceHistoryBody,
  trendingBody,
} from "./fake-bodies";
import { type Behaviour, FAULTS } from "./faulty-upstream";
import { hundredCoinRows } from "./hundred-coins";

/** The page of the coin list that is full; the others hold a few odd coins. */
export const FULL_PAGE = "100";

/** Pages of the coin list that fail, each in its own way. */
const COIN_PAGES: Readonly<Record<string, Behaviour>> = {
  "2": { kind: "answer", body: [] },
  "13": FAULTS.serverError,
  "15": FAULTS.html,
  "16": { kind: "cut" },
  "17": { kind: "reset" },
  "18": FAULTS.wrongShape,
};

/**
 * Returns the answer to a path below the base address. Coins by id: `ghost` is unknown, `broken` fails, the history of
 * `half-broken` fails, `no-history` has none, that of `late` ends at another price than its own, `bare` has no market data, and `empty` has market data
 * without figures; any other id is an ordinary coin.
 */
export function answerTo(path: string, query: URLSearchParams): Behaviour {
  if (path === "/coins/markets") return coinsAnswer(query);
  if (path === "/coins/list") return { kind: "answer", body: coinNameRows() };
  if (path === "/coins/categories/list") return { kind: "answer", body: categoryRows() };
  if (path === "/coins/categories") return { kind: "answer", body: categoryFigureRows() };
  if (path === "/search/trending") return { kind: "answer", body: trendingBody() };
  if (path === "/global") return { kind: "answer", body: globalBody() };
  if (path === "/exchanges") return { kind: "answer", body: exchangeRows() };
  const [, exchangeId] = /^\/exchanges\/([^/]+)$/.exec(path) ?? [];
  if (exchangeId !== undefined) {
    if (exchangeId === "broken") return FAULTS.serverError;
    const body = exchangeBody(decodeURIComponent(exchangeId));
    return body === null ? FAULTS.coinNotFound : { kind: "answer", body };
  }
  const [, id = "", rest] = /^\/coins\/([^/]+)(\/market_chart)?$/.exec(path) ?? [];
  if (id === "" || id === "ghost") return FAULTS.coinNotFound;
  if (rest === undefined)
    return id === "broken" ? FAULTS.serverError : { kind: "answer", body: coinBody(decodeURIComponent(id)) };
  return historyAnswer(id, query);
}

function coinsAnswer(query: URLSearchParams): Behaviour {
  const page = query.get("page") ?? "";
  const currency = query.get("vs_currency");
  const ids = query.get("ids");
  if (query.get("category") === "made-up") return FAULTS.coinNotFound;
  if (ids !== null) {
    const named = ids.split(",");
    return named.includes("broken")
      ? FAULTS.serverError
      : { kind: "answer", body: rowsNamed(named, currency, query) };
  }
  if (page === FULL_PAGE) return { kind: "answer", body: hundredCoinRows(query) };
  const rows = inOrder(coinRows(currency, query), query.get("order") ?? "market_cap_desc");
  // Invalid rows, which the site drops.
  return COIN_PAGES[page] ?? { kind: "answer", body: [...rows, { symbol: "noid", name: "No Id" }, null] };
}

/** Rows of single coins, in an arbitrary order; `broken` breaks the whole answer, as it does its page. */
function rowsNamed(ids: readonly string[], currency: string | null, query: URLSearchParams): unknown[] {
  return [...coinRows(currency, query), ...hundredCoinRows(query)].filter(({ id }) => ids.includes(id));
}

/** Sorts rows as the service does, which treats missing values as zero. */
function inOrder(rows: ReturnType<typeof coinRows>, order: string) {
  const field = order.startsWith("volume") ? "total_volume" : "market_cap";
  const sign = order.endsWith("_asc") ? 1 : -1;
  // Without an order the rows stay as they are.
  if (order === "market_cap_desc") return rows;
  return rows.toSorted((one, other) => sign * ((one[field] ?? 0) - (other[field] ?? 0)));
}

function historyAnswer(id: string, query: URLSearchParams): Behaviour {
  const days = query.get("days") ?? "";
  if (id === "half-broken") return FAULTS.serverError;
  // Coins that are no longer traded.
  const newest = ["bare", "dated"].includes(id) ? undefined : Date.now();
  return { kind: "answer", body: priceHistoryBody(id, days, query.get("vs_currency"), newest) };
}
