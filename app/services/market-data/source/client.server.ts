import { shorten } from "~/domain/format/text";
import { TIME } from "~/domain/time";
import { version } from "../../../../package.json";
import { BodyError, type BodyLimits, parseBoundedJson, readBoundedText } from "../../bounded-body.server";
import type { Answer, Kind } from "../policy/cache-policy.server";
import { MAX_RETRY_AFTER_MS, MarketDataFailure, unreadable } from "../policy/failure.server";
import { fields, integer } from "./fields.server";

export interface Endpoint<Value> {
  /** Decides how long its answers are fresh, and which calls go first; also the label of its figures in /metrics. */
  readonly kind: Kind;
  /** Includes the query, e.g. `/coins/markets?vs_currency=usd&page=1`. The key of the answer in all caches. */
  readonly path: string;
  /** Limits of its body, beyond which nothing is read; `USUAL_LIMITS` by default. */
  readonly limits?: BodyLimits;
  /** Reads the parsed body into a value that never changes. @throws {MarketDataFailure} `bad-response` for one of the wrong shape */
  readonly read: (body: unknown, path: string) => Value | Promise<Value>;
  /** The name under which its answers are stored, if the path differs between calls; the path by default. */
  readonly storedAs?: string;
  /** With such a name: whether a stored value, which has to be fresh, answers this path. */
  readonly accepts?: (value: Value) => boolean;
  /** Returns the meaning of a failed call at this address; the failure itself by default. */
  readonly failureOf?: (failure: MarketDataFailure) => MarketDataFailure;
  readonly onAnswer?: (answer: Answer<Value>) => unknown;
}

/** The key of an address: a new answer under it replaces the previous one. */
export function keyOf({ path, storedAs = path }: Pick<Endpoint<unknown>, "path" | "storedAs">): string {
  return storedAs;
}

interface ClientOptions {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly apiKey: string | null;
  /** Milliseconds for a whole call, body included; 0: `MAX_CALL_MS`. */
  readonly timeoutMs: number;
  /** The network's `fetch`, or the sample market. */
  readonly fetch: (request: Request) => Promise<Response>;
}

/** Gets the body of a path such as `/exchanges`, up to a size. Rejects with a MarketDataFailure and nothing else. */
export type GetBody = (path: string, maxBytes: number) => Promise<string>;

/** Milliseconds after which every call times out: Node's `fetch` gives up a response without headers then, whatever is configured. */
const MAX_CALL_MS = 300_000;

/** At least twice what the service sends: 250 rows with a week of prices each, 5,000 points, or a coin with 100 markets. */
export const USUAL_LIMITS: BodyLimits = { maxBytes: 2_000_000, maxValues: 100_000 };

/** Bodies of errors are a line or two. */
const ERROR_LIMITS: BodyLimits = { maxBytes: 64_000, maxValues: 1000 };

/** Shortens a path for the log: fifty ids make one of thousands of characters. */
export function shortPath(path: string): string {
  return shorten(path, 400);
}

/** Error codes of a broken connection. */
const BROKEN = /^(?:ECONNRESET|EPIPE|UND_ERR_SOCKET)$/;

/**
 * Creates the HTTP client of a version-3 service. If the connection breaks before the response it tries once more, as RFC 9110, 9.2.2,
 * allows for GET: a service may close a reused connection at any time.
 */
export function createClient({ baseUrl, apiKey, timeoutMs, fetch }: ClientOptions): GetBody {
  const key = new URL(baseUrl).hostname.startsWith("pro-api.") ? "x-cg-pro-api-key" : "x-cg-demo-api-key";
  const headers = {
    accept: "application/json",
    // The service answers 403 to requests without one.
    "user-agent": `cypto-on-the-go/${version}`,
    ...(apiKey === null ? {} : { [key]: apiKey }),
  };
  const limitMs = Math.min(timeoutMs || MAX_CALL_MS, MAX_CALL_MS);
  return async function getBody(path, maxBytes) {
    const name = shortPath(path);
    try {
      // The signal covers both tries and the body. A followed redirect would send the key to its target.
      const signal = AbortSignal.timeout(limitMs);
      const send = () => fetch(new Request(`${baseUrl}${path}`, { headers, signal, redirect: "manual" }));
      const response = await send().catch((error: unknown) => {
        if (BROKEN.test(causeOf(error).code)) return send();
        throw error;
      });
      const { ok, status } = response;
      const retryAfterMs = Math.min(retryAfter(response.headers), MAX_RETRY_AFTER_MS) || undefined;
      const reading = readBoundedText(response, ok ? maxBytes : ERROR_LIMITS.maxBytes);
      const text = ok ? await reading : await reading.catch(() => "");
      // Later, only the body is known, and the time would be lost.
      const code = ok && retryAfterMs === undefined ? undefined : codeIn(text);
      if (!ok || code !== undefined) throw failureOfError(name, status, code, retryAfterMs);
      return text;
    } catch (error) {
      throw toFailure(error, name, limitMs);
    }
  };
}

/**
 * Reads the value of a body, which another replica may have fetched.
 * @throws {MarketDataFailure} `bad-response` for a body that exceeds its limits, carries an error code or has the wrong shape
 */
export async function readAnswer<Value>(
  text: string,
  { path, limits = USUAL_LIMITS, read }: Endpoint<Value>,
): Promise<Value> {
  const name = shortPath(path);
  let body: unknown;
  try {
    body = parseBoundedJson(text, limits);
  } catch (error) {
    throw toFailure(error, name);
  }
  const code = errorCode(body);
  if (code === undefined) return await read(body, name);
  throw failureOfError(name, 200, code);
}

/** Returns the code of an error's text; undefined for any other text, such as a proxy's HTML. */
function codeIn(text: string): number | undefined {
  try {
    return errorCode(parseBoundedJson(text, ERROR_LIMITS));
  } catch {
    return undefined;
  }
}

/** The service's own error codes, and what the operator can do: https://docs.coingecko.com/docs/errors-and-rate-limits */
const MEANINGS: Readonly<Record<number, string>> = {
  10002: "the key is missing or wrong; set MARKET_DATA_API_KEY",
  10005: "the plan does not include this call; set MARKET_DATA_API_KEY to the key of a larger one",
  10010: "this is a Pro key; set MARKET_DATA_URL=https://pro-api.coingecko.com/api/v3",
  10011: "this is a Demo key; set MARKET_DATA_URL=https://api.coingecko.com/api/v3",
  10012: "the plan has no history of that length; a larger one does",
};

/** Returns the failure of an error. Some come with 200: a code that is an HTTP status is then the one that was meant. */
function failureOfError(path: string, sent: number, code?: number, retryAfterMs?: number): MarketDataFailure {
  const status = sent === 200 && code !== undefined && code >= 400 && code < 600 ? code : sent;
  const reason = status === 429 || status === 503 ? "rate-limited" : "bad-response";
  const meaning = code === undefined || MEANINGS[code] === undefined ? "" : `: ${MEANINGS[code]}`;
  const words = code === undefined || code === sent ? "" : `, error ${code}${meaning}`;
  return new MarketDataFailure(reason, `${path}: HTTP ${sent}${words}`, { status, code, retryAfterMs });
}

/** Reads `Retry-After`: seconds from now, or since the epoch, or a date. @returns milliseconds from now; 0 if there are none */
function retryAfter(headers: Headers): number {
  const text = headers.get("retry-after") ?? "";
  const seconds = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  // Larger numbers are not seconds from now but times since the epoch.
  if (seconds < 1e9) return seconds * TIME.SECOND;
  // A date begins with its weekday (RFC 9110, 5.6.7); `Date.parse` alone reads `-5` as a year.
  const time = /^[a-z]{3,9}[, ]/i.test(text) ? Date.parse(text) : seconds * TIME.SECOND;
  // Relative to the service's own clock if it sends it: ours may be wrong.
  const sentAt = Date.parse(headers.get("date") ?? "") || Date.now();
  return Math.max(0, time - sentAt) || 0;
}

/**
 * Returns the code of an error, undefined for a body without one: the service's own from `status` or `error.status`; or 404 for an
 * error that says "not found" without a code, as in `{"error": "coin not found"}`.
 */
function errorCode(body: unknown): number | undefined {
  const { status, error } = fields(body);
  const states = [status, fields(error).status].map(fields);
  const code = states.map((state) => integer(state.error_code, 1)).find((each) => each !== null);
  const texts = [error, ...states.map((state) => state.error_message)];
  const isNotFound = texts.some((text) => typeof text === "string" && /\bnot (?:found|find)\b/i.test(text));
  return code ?? (isNotFound ? 404 : undefined);
}

function toFailure(error: unknown, path: string, limitMs = 0): MarketDataFailure {
  if (error instanceof MarketDataFailure) return error;
  if (error instanceof BodyError) return unreadable(path, error.message, error);
  const { name, code } = causeOf(error);
  if (name === "TimeoutError" || /^UND_ERR_(?:HEADERS|BODY)_TIMEOUT$/.test(code)) {
    return new MarketDataFailure("timed-out", `${path}: no answer within ${limitMs} ms`, { cause: error });
  }
  return new MarketDataFailure("unreachable", `${path}: no connection (${code || name})`, { cause: error });
}

/** Finds the root cause: the error of `fetch` itself says only `fetch failed`. */
function causeOf(error: unknown): { readonly name: string; readonly code: string } {
  if (!(error instanceof Error)) return { name: typeof error, code: "" };
  if (error.cause instanceof Error) return causeOf(error.cause);
  return { name: error.name, code: "code" in error && typeof error.code === "string" ? error.code : "" };
}
