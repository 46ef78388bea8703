import { shorten } from "~/domain/format/text";
import { MAX_RETRY_AFTER_MS, MarketDataFailure } from "../failure.server";
import { type BodyLimits, parseBoundedJson, readBoundedText } from "./body.server";
import { fieldsOf } from "./fields.server";

/** An address of the service, with its reader. */
export interface Endpoint<Value> {
  /** Label of its figures in /metrics. */
  readonly name: string;
  /** Includes the query, e.g. `/coins/markets?vs_currency=usd&page=1`. The key of the answer in all caches. */
  readonly path: string;
  /** Limits of its body; nothing beyond them is read. */
  readonly limits: BodyLimits;
  /**
   * Reads the parsed body into a frozen value.
   * @throws {MarketDataFailure} `bad-response` for a body of the wrong shape
   */
  readonly read: (body: unknown, path: string) => Value | Promise<Value>;
  /** The name under which its answers are stored, if the path differs between calls; the path by default. */
  readonly storedAs?: string;
  /** Returns the meaning of a failed call at this address; the failure itself by default. */
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

/** Gets the body of a path such as `/exchanges`, up to a size. Rejects with a MarketDataFailure and nothing else. */
export type GetBody = (path: string, maxBytes: number) => Promise<string>;

/**
 * Milliseconds after which every call times out, whatever is configured. Node's `fetch` gives up a response without
 * headers after this time, which cannot be configured; a trickling body would never end.
 */
const MAX_CALL_MS = 300_000;

/** Bodies of errors are a line or two, or a proxy's HTML, of which only the status counts. */
const ERROR_LIMITS: BodyLimits = { maxBytes: 64_000, maxValues: 1000 };

/** Shortens a path for the log: fifty ids make one of thousands of characters. */
export function shortPath(path: string): string {
  return shorten(path, 400);
}

/**
 * Error codes of a broken connection. A service may close a kept-alive connection at any time, and a request sent meanwhile
 * is lost although nothing is wrong. `fetch` does not report which connections were reused.
 */
const BROKEN = /^(?:ECONNRESET|EPIPE|UND_ERR_SOCKET)$/;

/**
 * Creates the HTTP client of a version-3 service. It tries once per call, and once more if the connection breaks before the
 * response, as RFC 9110, 9.2.2, allows for GET; the cache decides when to try again.
 */
export function createClient({ baseUrl, apiKey, timeoutMs, fetch }: ClientOptions): GetBody {
  const key = new URL(baseUrl).hostname.startsWith("pro-api.") ? "x-cg-pro-api-key" : "x-cg-demo-api-key";
  const headers = {
    accept: "application/json",
    // The service answers 403 to requests without one.
    "user-agent": "cypto-on-the-go/0.1",
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
      if (!response.ok) throw await failureOfStatus(response, name);
      return await readBoundedText(response, name, maxBytes);
    } catch (error) {
      throw toFailure(error, name, limitMs);
    }
  };
}

/**
 * Reads the value of a body, which another replica may have fetched.
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

/** Classifies by the HTTP status first: error bodies come in several shapes, or as HTML. */
async function failureOfStatus(response: Response, path: string): Promise<MarketDataFailure> {
  const { status, headers } = response;
  const code = await readBoundedText(response, path, ERROR_LIMITS.maxBytes)
    .then((text) => errorCode(parseBoundedJson(text, path, ERROR_LIMITS)))
    .catch(() => undefined);
  const retryAfterMs = Math.min(retryAfter(headers), MAX_RETRY_AFTER_MS) || undefined;
  const reason = status === 429 || status === 503 ? "rate-limited" : "bad-response";
  return new MarketDataFailure(reason, `${path}: HTTP ${status}`, { status, code, retryAfterMs });
}

/** A date in an HTTP header begins with its weekday (RFC 9110, 5.6.7); `Date.parse` alone reads `-5` as a year. */
const HTTP_DATE = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*[, ]/i;

/** Larger numbers are not seconds from now but times since the epoch. */
const MAX_PERIOD_SECONDS = 1e9;

/**
 * Reads `Retry-After` in any of the forms in which services send it: seconds from now, seconds since the epoch, or a date.
 * @returns milliseconds from now; 0 for anything else, and for the past
 */
function retryAfter(headers: Headers): number {
  const text = headers.get("retry-after") ?? "";
  const seconds = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (seconds < MAX_PERIOD_SECONDS) return seconds * 1000;
  const time = HTTP_DATE.test(text) ? Date.parse(text) : seconds * 1000;
  // Relative to the service's own clock if it sends it: ours may be wrong.
  const sentAt = Date.parse(headers.get("date") ?? "") || Date.now();
  return Math.max(0, time - sentAt) || 0;
}

/** Returns the service's own error code, from `status` or `error.status`; undefined for a body without one. */
function errorCode(body: unknown): number | undefined {
  const { status, error } = fieldsOf(body);
  const codes = [status, fieldsOf(error).status].map((each) => fieldsOf(each).error_code);
  return codes.find((code) => typeof code === "number");
}

function toFailure(error: unknown, path: string, limitMs: number): MarketDataFailure {
  if (error instanceof MarketDataFailure) return error;
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
