import * as v from "valibot";
import { shorten } from "~/domain/format/text";
import { MAX_RETRY_AFTER_MS, MarketDataFailure } from "../failure.server";
import { type BodyLimits, parseBoundedJson, readBoundedText } from "./body.server";

/** An address of the service, and how its answer is read. */
export interface Endpoint<Value> {
  /** Label of its figures in /metrics. */
  readonly name: string;
  /** With the query, e.g. `/coins/markets?vs_currency=usd&page=1`. It is the key of the answer wherever that is kept. */
  readonly path: string;
  /** Bounds of its body, which is not read beyond them. */
  readonly limits: BodyLimits;
  /**
   * Reads the parsed body into a frozen value.
   * @throws {MarketDataFailure} `bad-response` for a body of the wrong shape
   */
  readonly read: (body: unknown, path: string) => Value | Promise<Value>;
  /** The name under which its answers are stored, where the path differs from call to call; the path, unless given. */
  readonly storedAs?: string;
  /** Returns what a failed call means at this address; the failure itself, unless given. */
  readonly failureOf?: (failure: MarketDataFailure) => MarketDataFailure;
}

interface ClientOptions {
  /** Base address without a trailing slash. */
  readonly baseUrl: string;
  readonly apiKey: string | null;
  /** Milliseconds for a whole call, body included; 0: `MAX_CALL_MS`. */
  readonly timeoutMs: number;
  /** The network's `fetch`, or the sample market. */
  readonly fetch: (request: Request) => Promise<Response>;
}

/**
 * Gets the body of a path such as `/exchanges`, of so many bytes at most. Rejects with a MarketDataFailure and nothing else.
 * @param onSecondTry called when the request is sent once more
 */
export type GetBody = (path: string, maxBytes: number, onSecondTry?: () => void) => Promise<string>;

/**
 * Milliseconds after which every call is given up, whatever is configured. Node's `fetch` gives up a response without
 * headers after this time, which cannot be configured; a body that drips would never end.
 */
const MAX_CALL_MS = 300_000;

/** Bodies of errors are a line or two, or the HTML of a proxy, of which only the status counts. */
const ERROR_LIMITS: BodyLimits = { maxBytes: 64_000, maxValues: 1000 };

/** Shortens a path for the log: fifty ids make one of thousands of characters. */
export function shortPath(path: string): string {
  return shorten(path, 400);
}

/**
 * How a connection breaks. A service closes one that was kept open whenever it likes, and a request that is sent meanwhile is
 * lost although nothing is wrong. `fetch` does not say which connections were kept.
 */
const BROKEN = /^(?:ECONNRESET|EPIPE|UND_ERR_SOCKET)$/;

/**
 * Creates the HTTP client of a version-3 service. It tries once per call, and once more if the connection breaks before the
 * response, as RFC 9110, 9.2.2, allows for GET; the cache decides when to try again.
 */
export function createClient({ baseUrl, apiKey, timeoutMs, fetch }: ClientOptions): GetBody {
  const headers = requestHeaders(baseUrl, apiKey);
  const limitMs = Math.min(timeoutMs || MAX_CALL_MS, MAX_CALL_MS);
  return async function getBody(path, maxBytes, onSecondTry) {
    const name = shortPath(path);
    try {
      // The signal covers both tries and the body. Following a redirect would carry the key to wherever it points.
      const signal = AbortSignal.timeout(limitMs);
      const send = () => fetch(new Request(`${baseUrl}${path}`, { headers, signal, redirect: "manual" }));
      const response = await send().catch((error: unknown) => {
        if (!BROKEN.test(causeOf(error).code)) throw error;
        onSecondTry?.();
        return send();
      });
      if (!response.ok) throw await failureOfStatus(response, name);
      return await readBoundedText(response, name, maxBytes);
    } catch (error) {
      throw toFailure(error, name, limitMs);
    }
  };
}

/**
 * Reads the value in a body, which another replica may have fetched.
 * @throws {MarketDataFailure} `bad-response` for a body that is not JSON, exceeds the limits of its address, carries an error
 * code or has the wrong shape
 */
export async function readAnswer<Value>(
  text: string,
  { path, limits, read }: Endpoint<Value>,
): Promise<Value> {
  const name = shortPath(path);
  const body = parseBoundedJson(text, name, limits);
  const code = errorCode(body);
  if (code === undefined) return await read(body, name);
  throw new MarketDataFailure("bad-response", `${name}: error ${code} with HTTP 200`, { status: 200, code });
}

function requestHeaders(baseUrl: string, apiKey: string | null): Record<string, string> {
  // The service answers 403 to requests without a User-Agent.
  const headers: Record<string, string> = { accept: "application/json", "user-agent": "cypto-on-the-go/0.1" };
  if (apiKey === null) return headers;
  const name = new URL(baseUrl).hostname.startsWith("pro-api.") ? "x-cg-pro-api-key" : "x-cg-demo-api-key";
  return { ...headers, [name]: apiKey };
}

/** Classifies by the HTTP status first: bodies of errors come in several shapes, or as HTML. */
async function failureOfStatus(response: Response, path: string): Promise<MarketDataFailure> {
  const { status, headers } = response;
  const code = await errorCodeOf(response, path);
  const retryAfterMs = Math.min(retryAfter(headers), MAX_RETRY_AFTER_MS) || undefined;
  const isLimit = status === 429 || status === 503;
  const facts = { status, code, retryAfterMs };
  return new MarketDataFailure(isLimit ? "rate-limited" : "bad-response", `${path}: HTTP ${status}`, facts);
}

const DIGITS = /^\d+$/;

/** A date as in HTTP headers begins with its weekday (RFC 9110, 5.6.7); `Date.parse` alone takes `-5` for a year. */
const HTTP_DATE = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*[, ]/i;

/** Larger numbers are no periods of seconds but times since the epoch. */
const MAX_PERIOD_SECONDS = 1e9;

/**
 * Reads `Retry-After` in any of the forms in which services send it: seconds from now, seconds since the epoch, or a date.
 * @returns milliseconds from now; 0 for what is none of these, or lies in the past
 */
function retryAfter(headers: Headers): number {
  const text = headers.get("retry-after") ?? "";
  const seconds = DIGITS.test(text) ? Number(text) : Number.NaN;
  if (seconds < MAX_PERIOD_SECONDS) return seconds * 1000;
  const time = HTTP_DATE.test(text) ? Date.parse(text) : seconds * 1000;
  // Counts from the service's own clock where it sends it: ours may be wrong.
  const sentAt = Date.parse(headers.get("date") ?? "") || Date.now();
  return Math.max(0, time - sentAt) || 0;
}

const status = v.object({ error_code: v.number() });
const errorBody = v.union([
  v.object({ status }),
  v.pipe(
    v.object({ error: v.object({ status }) }),
    v.transform(({ error }) => error),
  ),
]);

/** Returns the service's own error code; undefined for a body without one. */
function errorCode(body: unknown): number | undefined {
  const result = v.safeParse(errorBody, body);
  return result.success ? result.output.status.error_code : undefined;
}

/** Reads the error code of a refusal, if its body arrives: the status alone says what it is. */
async function errorCodeOf(response: Response, path: string): Promise<number | undefined> {
  try {
    const text = await readBoundedText(response, path, ERROR_LIMITS.maxBytes);
    return errorCode(parseBoundedJson(text, path, ERROR_LIMITS));
  } catch {
    return undefined;
  }
}

function toFailure(error: unknown, path: string, limitMs: number): MarketDataFailure {
  if (error instanceof MarketDataFailure) return error;
  const { name, code } = causeOf(error);
  if (name === "TimeoutError" || /^UND_ERR_(?:HEADERS|BODY)_TIMEOUT$/.test(code)) {
    return new MarketDataFailure("timed-out", `${path}: no answer within ${limitMs} ms`, { cause: error });
  }
  return new MarketDataFailure("unreachable", `${path}: no connection (${code || name})`, { cause: error });
}

/** Finds the first cause: the error of `fetch` itself says `fetch failed` and no more. */
function causeOf(error: unknown): { readonly name: string; readonly code: string } {
  if (!(error instanceof Error)) return { name: typeof error, code: "" };
  if (error.cause instanceof Error) return causeOf(error.cause);
  return { name: error.name, code: "code" in error && typeof error.code === "string" ? error.code : "" };
}
