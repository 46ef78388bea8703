import {
  coinBody,
  coinNameRows,
  coinRows,
  exchangeRows,
  globalBody,
  priceHistoryBody,
  trendingBody,
} from "./fake-bodies";
import { hundredCoinRows } from "./hundred-coins";

/** The fake upstream's response to a call. */
export type FakeAnswer =
  | {
      readonly kind: "json";
      readonly status?: number;
      readonly body: unknown;
      readonly headers?: Readonly<Record<string, string>>;
    }
  | { readonly kind: "html"; readonly status: number }
  | { readonly kind: "cut" }
  | { readonly kind: "reset" };

const NOT_FOUND: FakeAnswer = { kind: "json", status: 404, body: { error: "coin not found" } };
const BROKEN: FakeAnswer = { kind: "json", status: 500, body: { error: "internal" } };
/** Answer of a service whose plan gives one year of history. */
export const BEYOND_PLAN: FakeAnswer = {
  kind: "json",
  status: 401,
  body: { error: { status: { error_code: 10012, error_message: "beyond the allowed time range" } } },
};
/** Answer of a service that refuses calls for so many seconds. */
export function rateLimited(seconds: number): FakeAnswer {
  return {
    kind: "json",
    status: 429,
    body: { status: { error_code: 429, error_message: "too many calls" } },
    headers: { "retry-after": String(seconds) },
  };
}
export const RATE_LIMITED = rateLimited(600);

/** The page of the coin list that is full; the others hold a few odd coins. */
export const FULL_PAGE = "100";

/** Pages of the coin list that fail, each in its own way. */
const COIN_PAGES: Readonly<Record<string, FakeAnswer>> = {
  "2": { kind: "json", body: [] },
  "13": BROKEN,
  "15": { kind: "html", status: 200 },
  "16": { kind: "cut" },
  "17": { kind: "reset" },
  "18": { kind: "json", body: { unexpected: "shape" } },
};

/**
 * Returns the answer to a path below the base address. Coins by id: `ghost` is unknown, `broken` fails, the history of
 * `half-broken` fails, `no-history` and `one-point` have short series, that of `late` ends at another price than its own, `bare` has no market data, and `empty` has market data
 * without figures; any other id is an ordinary coin.
 */
export function answerTo(path: string, query: URLSearchParams): FakeAnswer {
  if (path === "/coins/markets") {
    const answer = coinsAnswer(query);
    return query.get("sparkline") === "true" ? answer : withoutWeeks(answer);
  }
  if (path === "/coins/list") return { kind: "json", body: coinNameRows() };
  if (path === "/search/trending") return { kind: "json", body: trendingBody() };
  if (path === "/global") return { kind: "json", body: globalBody() };
  if (path === "/exchanges") return { kind: "json", body: exchangeRows() };
  const [, id = "", rest] = /^\/coins\/([^/]+)(\/market_chart)?$/.exec(path) ?? [];
  if (id === "" || id === "ghost") return NOT_FOUND;
  if (rest === undefined)
    return id === "broken" ? BROKEN : { kind: "json", body: coinBody(decodeURIComponent(id)) };
  return historyAnswer(id, query);
}

function coinsAnswer(query: URLSearchParams): FakeAnswer {
  const page = query.get("page") ?? "";
  const currency = query.get("vs_currency");
  const ids = query.get("ids");
  if (query.get("category") === "made-up") return NOT_FOUND;
  if (ids !== null) {
    const named = ids.split(",");
    return named.includes("broken") ? BROKEN : { kind: "json", body: rowsNamed(named, currency) };
  }
  if (page === FULL_PAGE) return { kind: "json", body: hundredCoinRows(currency) };
  const rows = inOrder(coinRows(currency), query.get("order") ?? "market_cap_desc");
  // Invalid rows, which the site drops.
  return COIN_PAGES[page] ?? { kind: "json", body: [...rows, { symbol: "noid", name: "No Id" }, null] };
}

/** The service sends the prices of the week only where they are asked for. */
function withoutWeeks(answer: FakeAnswer): FakeAnswer {
  if (answer.kind !== "json") return answer;
  const dropWeek = (key: string, value: unknown) => (key === "sparkline_in_7d" ? undefined : value);
  return { ...answer, body: JSON.parse(JSON.stringify(answer.body, dropWeek)) };
}

/** Rows of single coins, in an arbitrary order; `broken` breaks the whole answer, as it does its page. */
function rowsNamed(ids: readonly string[], currency: string | null): unknown[] {
  const rows = [...coinRows(currency), ...hundredCoinRows(currency)] as { readonly id: string }[];
  return rows.filter(({ id }) => ids.includes(id));
}

/** Sorts rows as the service does, which treats missing values as zero. */
function inOrder(rows: ReturnType<typeof coinRows>, order: string) {
  const field = order.startsWith("volume") ? "total_volume" : "market_cap";
  const sign = order.endsWith("_asc") ? 1 : -1;
  // Without an order the rows stay as they are.
  if (order === "market_cap_desc") return rows;
  return rows.toSorted((one, other) => sign * ((one[field] ?? 0) - (other[field] ?? 0)));
}

function historyAnswer(id: string, query: URLSearchParams): FakeAnswer {
  const days = query.get("days") ?? "";
  if (id === "half-broken") return BROKEN;
  // Without a price a coin is no longer traded.
  const newest = id === "bare" ? undefined : Date.now();
  return { kind: "json", body: priceHistoryBody(id, days, query.get("vs_currency"), newest) };
}
