import { createServer } from "node:http";
import { Registry } from "prom-client";
import { createFront } from "~/services/http/front.server";
import { createHttpMetrics } from "~/services/http/http-metrics.server";
import { createRenderQueue, type RenderPage } from "~/services/http/page-cache.server";
import { readTarget } from "~/services/http/request-target.server";
import { visit } from "../../scale/visitor";
import { createClock } from "../market-data/market-under-test";
import { listening } from "./server-under-test";

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
    const target = readTarget(request.url ?? "", request.headers.accept);
    if (target === null) throw new Error(`no browser sends ${request.url}`);
    front(request, response, target, () => response.end(`passed on ${request.url}`));
  });
  const port = await listening(server);

  const ask = (path: string, headers: Record<string, string> = {}, method = "GET") =>
    visit(`http://127.0.0.1:${port}`, path, { headers, method });

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
    text: async (path: string, headers?: Record<string, string>) => (await ask(path, headers)).text,
  };
}
