import * as v from "valibot";
import { shorten } from "~/domain/format/text";
import { TIME } from "~/domain/time";
import { type BodyLimits, parseBoundedJson, readBoundedText } from "../body.server";
import { MAX_RETRY_AFTER_MS, MarketDataFailure } from "../failure.server";
import { isKeptConnectionLost } from "./kept-connections.server";

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
  /**
   * Returns the body that other replicas get, which `read` reads, too, for an answer of which little is kept. The service's own,
   * unless given.
   */
  readonly sharedBodyOf?: (value: Value) => string;
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

/** What a service says about its limit. Null is what it does not say, or says in a way that makes no sense. */
export interface ReportedLimit {
  /** Calls of the present window, usually a minute. */
  readonly limit: number | null;
  readonly remaining: number | null;
  /** Milliseconds until the next window. */
  readonly resetMs: number | null;
}

interface CallEvents {
  /** Called when the request is sent once more. */
  readonly onSecondTry: () => void;
  /** Called with each response, before its body is read. */
  readonly onLimit: (reported: ReportedLimit) => void;
}

/** Gets the body of a path such as `/exchanges`, of so many bytes at most. Rejects with a MarketDataFailure and nothing else. */
export type GetBody = (path: string, maxBytes: number, events?: CallEvents) => Promise<string>;

/**
 * Milliseconds after which every call is given up, whatever is configured. Node's `fetch` gives up a response without
 * headers after this time, which cannot be configured; a body that drips would never end.
 */
const MAX_CALL_MS = 300_000;

/** Bodies of errors are a line or two, or the HTML of a proxy, of which only the status counts. */
const ERROR_LIMITS: BodyLimits = { maxBytes: 64_000, maxValues: 1000 };

/** Characters of a path in the log. */
const MAX_NAMED_LENGTH = 400;

/**
 * Creates the HTTP client of a version-3 service. It tries once per call, and once more on a new connection if the service has
 * just closed the kept one; the cache decides when to try again.
 */
export function createClient({ baseUrl, apiKey, timeoutMs, fetch }: ClientOptions): GetBody {
  const headers = requestHeaders(baseUrl, apiKey);
  const limitMs = timeoutMs === 0 ? MAX_CALL_MS : Math.min(timeoutMs, MAX_CALL_MS);
  return async function getBody(path, maxBytes, events) {
    const name = shortPath(path);
    try {
      // The signal covers both tries and the body. A redirect would carry the key to wherever it points.
      const signal = AbortSignal.timeout(limitMs);
      const send = () => fetch(new Request(`${baseUrl}${path}`, { headers, signal, redirect: "error" }));
      const response = await send().catch((error: unknown) => {
        if (!isKeptConnectionLost(error)) throw error;
        events?.onSecondTry();
        return send();
      });
      events?.onLimit(reportedLimit(response.headers));
      if (!response.ok) throw failureOfStatus(response, await errorBodyText(response, name), name);
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

/** Shortens a path for the log: fifty ids make one of thousands of characters. */
function shortPath(path: string): string {
  return shorten(path, MAX_NAMED_LENGTH);
}

function requestHeaders(baseUrl: string, apiKey: string | null): Record<string, string> {
  // The service answers 403 to requests without a User-Agent.
  const headers: Record<string, string> = { accept: "application/json", "user-agent": "cypto-on-the-go/0.1" };
  if (apiKey === null) return headers;
  const name = new URL(baseUrl).hostname.startsWith("pro-api.") ? "x-cg-pro-api-key" : "x-cg-demo-api-key";
  return { ...headers, [name]: apiKey };
}

/** Reads the body of a refusal as far as it arrives: the status alone says what it is. */
async function errorBodyText(response: Response, path: string): Promise<string> {
  try {
    return await readBoundedText(response, path, ERROR_LIMITS.maxBytes);
  } catch {
    return "";
  }
}

/** Classifies by the HTTP status first: bodies of errors come in several shapes, or as HTML. */
function failureOfStatus(response: Response, text: string, path: string): MarketDataFailure {
  const { status } = response;
  const facts = { status, code: errorCodeOfText(text, path), retryAfterMs: retryAfterMs(response.headers) };
  const isLimit = status === 429 || status === 503;
  return new MarketDataFailure(isLimit ? "rate-limited" : "bad-response", `${path}: HTTP ${status}`, facts);
}

/** A date as in HTTP headers begins with its weekday (RFC 9110, 5.6.7); `Date.parse` alone takes `-5` for a year. */
const HTTP_DATE = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*[, ]/i;

/**
 * Reads `Retry-After` in either of its forms (RFC 9110, 10.2.3) as milliseconds from now. What is neither, or lies in the
 * past, counts as absent.
 */
function retryAfterMs(headers: Headers): number | undefined {
  const text = headers.get("retry-after")?.trim() ?? "";
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : HTTP_DATE.test(text) ? msUntil(text, headers) : 0;
  return ms > 0 ? Math.min(ms, MAX_RETRY_AFTER_MS) : undefined;
}

/** A window of calls that ends later is not one that the rate limiter should wait for. */
const MAX_WINDOW_MS = 2 * TIME.MINUTE;

/** Reads the headers that many services send, without a standard: the reset is seconds, or a time in seconds since the epoch. */
function reportedLimit(headers: Headers): ReportedLimit {
  const numberIn = (name: string) => {
    const text = headers.get(`x-ratelimit-${name}`)?.trim() ?? "";
    return /^\d{1,10}$/.test(text) ? Number(text) : null;
  };
  const reset = numberIn("reset") ?? 0;
  const resetMs =
    reset * 1000 > MAX_WINDOW_MS ? msUntil(new Date(reset * 1000).toUTCString(), headers) : reset * 1000;
  return {
    limit: numberIn("limit"),
    remaining: numberIn("remaining"),
    resetMs: resetMs > 0 && resetMs <= MAX_WINDOW_MS ? resetMs : null,
  };
}

/** Counts from the service's own clock where it sends it: ours may be wrong. */
function msUntil(date: string, headers: Headers): number {
  const sent = Date.parse(headers.get("date") ?? "");
  return Date.parse(date) - (Number.isNaN(sent) ? Date.now() : sent);
}

const status = v.object({ error_code: v.number() });
const errorBody = v.union([
  v.pipe(
    v.object({ error: v.object({ status }) }),
    v.transform((body) => body.error.status.error_code),
  ),
  v.pipe(
    v.object({ status }),
    v.transform((body) => body.status.error_code),
  ),
]);

/** Returns the service's own error code; undefined for a body without one. */
function errorCode(body: unknown): number | undefined {
  const result = v.safeParse(errorBody, body);
  return result.success ? result.output : undefined;
}

function errorCodeOfText(text: string, path: string): number | undefined {
  try {
    return errorCode(parseBoundedJson(text, path, ERROR_LIMITS));
  } catch {
    return undefined;
  }
}

function toFailure(error: unknown, path: string, limitMs: number): MarketDataFailure {
  if (error instanceof MarketDataFailure) return error;
  const cause = causeOf(error);
  const isTimeout = cause.name === "TimeoutError" || /^UND_ERR_(?:HEADERS|BODY)_TIMEOUT$/.test(cause.code);
  if (isTimeout) {
    return new MarketDataFailure("timed-out", `${path}: no answer within ${limitMs} ms`, { cause: error });
  }
  if (cause.message === "unexpected redirect") {
    return new MarketDataFailure("bad-response", `${path}: a redirect, which is not followed`, {
      cause: error,
    });
  }
  const isTls = /CERT|TLS|SSL|SELF_SIGNED|LEAF_SIGNATURE/.test(cause.code);
  const what = isTls ? "no secure connection" : "no connection";
  const code = cause.code === "" ? "" : ` (${cause.code})`;
  return new MarketDataFailure("unreachable", `${path}: ${what}${code}`, { cause: error });
}

/** Finds the first cause: the error of `fetch` itself says `fetch failed` and no more. */
function causeOf(error: unknown): { readonly name: string; readonly code: string; readonly message: string } {
  if (!(error instanceof Error)) return { name: "", code: "", message: "" };
  if (error.cause instanceof Error) return causeOf(error.cause);
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  return { name: error.name, code, message: error.message };
}
