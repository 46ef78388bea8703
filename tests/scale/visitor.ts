import { type Agent, type IncomingMessage, request } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { vi } from "vitest";

export type Answer = Awaited<ReturnType<typeof visit>>;

export interface VisitOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly agent?: Agent | false;
}

/**
 * Sends a request as a browser would, each time on a new connection, unless an agent keeps them. `fetch` would normalise the
 * path, choose the encodings and decompress by itself.
 */
export async function visit(url: string, path: string, options: VisitOptions = {}) {
  const { method = "GET", headers = {}, body, agent = false } = options;
  const { hostname, port, host } = new URL(url);
  const sent = request({ hostname, port, path, method, headers: { host, ...headers }, agent });
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    sent.once("response", resolve).once("error", reject).end(body);
  });
  const bytes = Buffer.concat(await response.toArray());
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    /** HIT, MISS, STALE, … as nginx reports; empty where its cache was not used. */
    cache: String(response.headers["x-cache-status"] ?? ""),
    /** The bytes on the wire. */
    body: bytes,
    /** The decompressed body as text. */
    text: unpack(bytes, response.headers["content-encoding"]),
  };
}

/** Sends a form as a page of the site does. */
export function postForm(url: string, path: string, fields: Record<string, string>, cookies = {}) {
  const headers = { origin: url, "content-type": "application/x-www-form-urlencoded", ...cookies };
  return visit(url, path, { method: "POST", headers, body: new URLSearchParams(fields).toString() });
}

/**
 * Visits a page again and again until the answer is as the test needs it.
 * @throws {Error} when it never is
 */
export function visitUntil(
  url: string,
  path: string,
  holds: (answer: Answer) => boolean,
  options: VisitOptions = {},
): Promise<Answer> {
  return vi.waitFor(
    async () => {
      const answer = await visit(url, path, options);
      if (!holds(answer)) throw new Error(`${path}: ${answer.status}, ${answer.cache || "no cache"}`);
      return answer;
    },
    { timeout: 20_000, interval: 20 },
  );
}

/** Visits a page until nginx has cached it: that can take a moment after the first response. */
export function visitUntilCached(url: string, path: string, options: VisitOptions = {}): Promise<Answer> {
  return visitUntil(url, path, ({ cache }) => cache === "HIT", options);
}

/** Makes the same visit several times concurrently. */
export function visitAtOnce(count: number, url: string, path: string, options: VisitOptions = {}) {
  return Promise.all(Array.from({ length: count }, () => visit(url, path, options)));
}

function unpack(bytes: Buffer, encoding: string | undefined): string {
  if (bytes.length === 0) return "";
  if (encoding === "br") return brotliDecompressSync(bytes).toString();
  return (encoding === "gzip" ? gunzipSync(bytes) : bytes).toString();
}
