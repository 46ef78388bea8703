import ky, { type KyInstance, type KyResponse } from "ky";
import * as v from "valibot";
import { readBoundedText } from "./bounded-body.server";
import { MarketDataFailure } from "./failure.server";
import { COOL_DOWN } from "./lives.server";

export interface ClientOptions {
  /** Base address without a trailing slash. */
  readonly baseUrl: string;
  readonly apiKey: string | null;
  /** Milliseconds for a whole call, body included; 0: no limit. */
  readonly timeoutMs: number;
  /** The way to the service: the network's `fetch`, or the sample market. */
  readonly fetch: (request: Request) => Promise<Response>;
}

/** Gets the parsed JSON body of a path such as `/exchanges`. */
export type GetJson = (path: string) => Promise<unknown>;

/**
 * The HTTP client of a version-3 service. One try a call: when to try again is the cache's business.
 *
 * The promise rejects with a MarketDataFailure and nothing else.
 */
export function createClient(options: ClientOptions): GetJson {
  const http = ky.create({
    fetch: (input) => options.fetch(input instanceof Request ? input : new Request(input)),
    headers: requestHeaders(options),
    retry: 0,
    // ky's own time-out ends with the headers; the signal below covers the body too.
    timeout: false,
    throwHttpErrors: false,
    // A redirect would carry the key to wherever it points.
    redirect: "error",
  });
  return async function getJson(path) {
    try {
      return await readAnswer(await request(http, `${options.baseUrl}${path}`, options.timeoutMs), path);
    } catch (error) {
      throw asFailure(error, path, options.timeoutMs);
    }
  };
}

function requestHeaders({ baseUrl, apiKey }: ClientOptions): Record<string, string> {
  // The service answers 403 to requests without a User-Agent.
  const headers: Record<string, string> = { accept: "application/json", "user-agent": "cypto-on-the-go/0.1" };
  if (apiKey === null) return headers;
  const name = new URL(baseUrl).hostname.startsWith("pro-api.") ? "x-cg-pro-api-key" : "x-cg-demo-api-key";
  return { ...headers, [name]: apiKey };
}

function request(http: KyInstance, url: string, timeoutMs: number): Promise<KyResponse> {
  return http.get(url, timeoutMs === 0 ? {} : { signal: AbortSignal.timeout(timeoutMs) });
}

async function readAnswer(response: Response, path: string): Promise<unknown> {
  if (!response.ok) throw failureOfStatus(response, await errorBodyText(response, path), path);
  const text = await readBoundedText(response, path);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new MarketDataFailure("bad-answer", `${path}: the body is not JSON`, {
      status: response.status,
      cause: error,
    });
  }
}

/** The body of a refusal, as far as it can be had: the status alone says what it is. */
async function errorBodyText(response: Response, path: string): Promise<string> {
  try {
    return await readBoundedText(response, path);
  } catch {
    return "";
  }
}

/** By the HTTP status first: bodies of errors come in several shapes, or as HTML. */
function failureOfStatus(response: Response, body: string, path: string): MarketDataFailure {
  const { status } = response;
  const facts = { status, code: errorCode(body), retryAfterMs: retryAfter(response) };
  if (status === 404) return new MarketDataFailure("unknown", `${path}: not found`, facts);
  if (status === 429 || status === 503)
    return new MarketDataFailure("limited", `${path}: HTTP ${status}`, facts);
  return new MarketDataFailure("bad-answer", `${path}: HTTP ${status}`, facts);
}

/** `Retry-After` in either of its forms (RFC 9110, 10.2.3) as milliseconds from now, ten minutes at most. */
function retryAfter(response: Response): number | undefined {
  const text = response.headers.get("retry-after")?.trim();
  if (!text) return undefined;
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), COOL_DOWN.longestRetryAfterMs) : undefined;
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

function errorCode(body: string): number | undefined {
  const result = v.safeParse(v.pipe(v.string(), v.parseJson(), errorBody), body);
  return result.success ? result.output : undefined;
}

function asFailure(error: unknown, path: string, timeoutMs: number): MarketDataFailure {
  if (error instanceof MarketDataFailure) return error;
  if (error instanceof Error && error.name === "TimeoutError") {
    return new MarketDataFailure("timed-out", `${path}: no answer within ${timeoutMs} ms`, { cause: error });
  }
  return new MarketDataFailure("unreachable", `${path}: no connection`, { cause: error });
}
