import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import { freePort } from "./free-port.mjs";

type Headers = Readonly<Record<string, string>>;

/** The upstream's response to one call. */
export type Behaviour =
  | {
      readonly kind: "answer";
      readonly status?: number;
      readonly headers?: Headers;
      /** Text and bytes are sent as they are, anything else as JSON. */
      readonly body: unknown;
    }
  /** The connection is reset before the first byte. */
  | { readonly kind: "reset" }
  /** Nothing is sent, or nothing after the first bytes of the body, until the upstream stops. */
  | { readonly kind: "stall"; readonly after?: "nothing" | "some-body" }
  /** Less is sent than announced, then the connection breaks. */
  | { readonly kind: "cut"; readonly status?: number; readonly headers?: Headers }
  /** Waits until the test says so, then continues with `next`. */
  | { readonly kind: "slow"; readonly until: Promise<unknown>; readonly next: Behaviour }
  /** What a service computes. */
  | { readonly kind: "later"; readonly answered: Promise<Behaviour> };

export interface UpstreamCall {
  /** Path and query, as sent over the wire. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
}

export type FaultyUpstream = Awaited<ReturnType<typeof startFaultyUpstream>>;

/**
 * Starts a real HTTP server that fails as the test chooses, call by call.
 * @param wantedPort 0: a free one
 */
export async function startFaultyUpstream(behaviour: (call: UpstreamCall) => Behaviour, wantedPort = 0) {
  const calls: UpstreamCall[] = [];
  let behave = behaviour;
  const server = createServer((request, response) => {
    const call = { path: request.url ?? "", headers: request.headers };
    calls.push(call);
    void act(behave(call), request, response);
  });
  const port = wantedPort || (await freePort());
  const accept = () =>
    new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(port, "127.0.0.1", () => {
        server.off("error", reject);
        resolve();
      });
    });
  const refuse = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  await accept();
  return {
    /** The base address, as in MARKET_DATA_URL. */
    url: `http://127.0.0.1:${port}`,
    /** The calls so far, in order. */
    calls,
    /** Sets the response to calls from now on. */
    behave(next: (call: UpstreamCall) => Behaviour) {
      behave = next;
    },
    /** Closes the port, so that connections are refused, until `accept` opens it again. */
    refuse,
    accept,
    stop: refuse,
  };
}

async function act(behaviour: Behaviour, request: IncomingMessage, response: ServerResponse): Promise<void> {
  switch (behaviour.kind) {
    case "answer":
      answer(behaviour.status ?? 200, behaviour.headers ?? {}, behaviour.body, response);
      return;
    case "reset":
      request.socket.resetAndDestroy();
      return;
    case "stall":
      if (behaviour.after === "some-body") writeStart(200, {}, response);
      return;
    case "cut":
      writeStart(behaviour.status ?? 200, behaviour.headers ?? {}, response, () => response.destroy());
      return;
    case "slow":
      await behaviour.until;
      await act(behaviour.next, request, response);
      return;
    case "later":
      await act(await behaviour.answered, request, response);
  }
}

// Each call has its own connection: closing a reused one could fail the next call.
const EACH_CALL = { "content-type": "application/json", connection: "close" };

function answer(status: number, headers: Headers, body: unknown, response: ServerResponse): void {
  response.writeHead(status, { ...EACH_CALL, ...headers });
  response.end(typeof body === "string" || body instanceof Uint8Array ? body : JSON.stringify(body));
}

function writeStart(status: number, headers: Headers, response: ServerResponse, then = () => {}): void {
  response.writeHead(status, { ...EACH_CALL, ...headers, "content-length": "1000" });
  response.write('[{"id":"cut"', then);
}

const HTML = "<!doctype html><title>Not now</title>";

/** Failures that are a plain answer. */
export const FAULTS = {
  serverError: { kind: "answer", status: 500, body: { error: "internal" } },
  coinNotFound: { kind: "answer", status: 404, body: { error: "coin not found" } },
  beyondPlan: {
    kind: "answer",
    status: 401,
    body: { error: { status: { error_code: 10012, error_message: "within the past 365 days" } } },
  },
  limitedAsHtml: { kind: "answer", status: 429, headers: { "content-type": "text/html" }, body: HTML },
  html: { kind: "answer", headers: { "content-type": "text/html" }, body: HTML },
  wrongShape: { kind: "answer", body: { unexpected: "shape" } },
} as const satisfies Record<string, Behaviour>;

/** 429 or 503, with this `Retry-After`: seconds or an HTTP date; null: without the header. */
export function limited(retryAfter: string | null, status: 429 | 503 = 429) {
  const headers: Headers = retryAfter === null ? {} : { "retry-after": retryAfter };
  const body = { status: { error_code: status, error_message: "too many calls" } };
  return { kind: "answer", status, headers, body } as const;
}

/** An empty list in a body of this many bytes, with a Content-Length or in chunks without one. */
export function longBody(bytes: number, length: "announced" | "chunked"): Behaviour {
  const headers: Headers =
    length === "announced" ? { "content-length": String(bytes) } : { "transfer-encoding": "chunked" };
  return { kind: "answer", headers, body: `[${" ".repeat(bytes - 2)}]` };
}

export function redirect(location: string): Behaviour {
  return { kind: "answer", status: 302, headers: { location }, body: "" };
}
