import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { answerTo, BEYOND_PLAN, type FakeAnswer, RATE_LIMITED, rateLimited } from "./fake-answers";

export interface FakeUpstream {
  /** The base address, as in MARKET_DATA_URL. */
  readonly url: string;
  /** Path and query of each call so far, in order. */
  readonly calls: readonly string[];
  /** The headers of the latest call. */
  readonly latestHeaders: () => IncomingMessage["headers"];
  stop(): Promise<void>;
}

const BASE_PATH = "/api/v3";

/** With this prefix of the path, the same server plays a service that refuses every call for ten minutes. */
export const RATE_LIMITED_PREFIX = "/rate-limited";

/** With this one, it plays a service that gives one year of history. */
export const ONE_YEAR_PREFIX = "/one-year";

/** With this one, it refuses the first call for each history, and all others for six seconds after it. */
export const BUSY_PREFIX = "/busy";

/** Starts a real HTTP server that plays a version-3 service; its answers depend on the address alone, but for those of a busy one. */
export async function startFakeUpstream(): Promise<FakeUpstream> {
  const calls: string[] = [];
  let headers: IncomingMessage["headers"] = {};
  const server = createServer((request, response) => {
    if (request.url === "/calls") {
      sendJson(response, 200, calls);
      return;
    }
    const call = request.url?.slice(BASE_PATH.length) ?? "";
    const isFirst = !calls.includes(call);
    calls.push(call);
    headers = request.headers;
    answer(request, response, isFirst);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}${BASE_PATH}`,
    calls,
    latestHeaders: () => headers,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function answer(request: IncomingMessage, response: ServerResponse, isFirst: boolean): void {
  const url = new URL(request.url ?? "/", "http://upstream");
  const result = resultFor(url, isFirst);
  switch (result.kind) {
    case "json":
      sendJson(response, result.status ?? 200, result.body, result.headers);
      return;
    case "html":
      response.writeHead(result.status, { "content-type": "text/html" });
      response.end("<!doctype html><title>Not now</title>");
      return;
    case "cut":
      // Sends less than it announces, then breaks the connection.
      response.writeHead(200, { "content-type": "application/json", "content-length": "1000" });
      response.write('[{"id":"cut"', () => response.destroy());
      return;
    case "reset":
      request.socket.destroy();
  }
}

function resultFor({ pathname, searchParams }: URL, isFirst: boolean): FakeAnswer {
  if (pathname.startsWith(RATE_LIMITED_PREFIX)) return RATE_LIMITED;
  if (pathname.startsWith(BUSY_PREFIX)) {
    if (isFirst && pathname.endsWith("/market_chart")) return rateLimited(6);
    return answerTo(pathname.slice(BUSY_PREFIX.length + BASE_PATH.length), searchParams);
  }
  if (pathname.startsWith(ONE_YEAR_PREFIX)) {
    if (searchParams.get("days") === "max") return BEYOND_PLAN;
    return answerTo(pathname.slice(ONE_YEAR_PREFIX.length + BASE_PATH.length), searchParams);
  }
  if (pathname.startsWith(BASE_PATH)) return answerTo(pathname.slice(BASE_PATH.length), searchParams);
  return { kind: "json", status: 404, body: { error: "no such path" } };
}

function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { "content-type": "application/json; charset=utf-8", ...headers });
  response.end(JSON.stringify(body));
}
