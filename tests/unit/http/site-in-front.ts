import { createServer, request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { Registry } from "prom-client";
import { createFront } from "~/services/http/front.server";
import { createHttpMetrics } from "~/services/http/http-metrics.server";
import { createRenderQueue, type RenderPage } from "~/services/http/pages.server";
import { readTarget } from "~/services/http/request-target.server";
import { createClock } from "../market-data/market-under-test";
import { listening } from "./server-under-test";

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Stands in for Remix. @param count the number of this render */
export type Make = (request: Request, count: number) => Response | Promise<Response>;

export const PAGE = "public, max-age=0, s-maxage=60, stale-while-revalidate=60, stale-if-error=3600";

export function page(text: string, headers: Record<string, string> = {}, status = 200): Response {
  return new Response(text, {
    status,
    headers: { "Cache-Control": PAGE, "X-Accel-Expires": "60", "Content-Type": "text/html", ...headers },
  });
}

/** The front on a real server, with a clock that the test moves. */
export async function siteInFront(make: Make = (_, count) => page(`rendering ${count}`)) {
  const clock = createClock();
  const registry = new Registry();
  const asked: string[] = [];
  const state = { make, isStopping: false };
  const render: RenderPage = async (request) => {
    const { pathname, search } = new URL(request.url);
    asked.push(`${pathname}${search}`);
    return state.make(request, asked.length);
  };
  const renderQueue = createRenderQueue();
  const watch = createHttpMetrics(registry);
  const isStopping = () => state.isStopping;
  const front = createFront({ files: new Map(), render, renderQueue, watch, clock, isStopping });
  const server = createServer((request, response) => {
    const target = readTarget(request.url ?? "");
    if (target === null) throw new Error(`no browser sends ${request.url}`);
    front(request, response, target, () => response.end(`passed on ${request.url}`));
  });
  const port = await listening(server);

  function ask(path: string, headers: Record<string, string> = {}, method = "GET"): Promise<Reply> {
    return new Promise((resolve, reject) => {
      const sent = httpRequest({ port, host: "127.0.0.1", path, headers, method, agent: false }, (reply) => {
        const chunks: Buffer[] = [];
        reply.on("data", (chunk: Buffer) => chunks.push(chunk));
        reply.on("end", () =>
          resolve({ status: reply.statusCode ?? 0, headers: reply.headers, body: Buffer.concat(chunks) }),
        );
      });
      sent.on("error", reject);
      sent.end();
    });
  }

  return {
    clock,
    registry,
    renderQueue,
    asked,
    port,
    /** Replaces the function that renders pages. */
    make(next: Make) {
      state.make = next;
    },
    stop() {
      state.isStopping = true;
    },
    ask,
    text: async (path: string, headers?: Record<string, string>) =>
      (await ask(path, headers)).body.toString(),
  };
}
