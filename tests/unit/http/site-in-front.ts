import { createServer, request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { Registry } from "prom-client";
import { createFront } from "~/services/http/front.server";
import { createHttpMetrics } from "~/services/http/http-metrics.server";
import type { RenderPage } from "~/services/http/pages.server";
import { createClock } from "../market-data/market-under-test";
import { listening } from "./listening";

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Stands for Remix: tells each rendering apart, and does what the test says. */
export type Make = (request: Request, count: number) => Response | Promise<Response>;

export const PAGE = "public, max-age=0, s-maxage=60, stale-while-revalidate=60, stale-if-error=3600";

export function page(text: string, headers: Record<string, string> = {}, status = 200): Response {
  return new Response(text, {
    status,
    headers: { "Cache-Control": PAGE, "Content-Type": "text/html", ...headers },
  });
}

/** A site behind the front, on a real server; time is the test's. */
export async function siteInFront(make: Make = (_, count) => page(`rendering ${count}`)) {
  const clock = createClock();
  const registry = new Registry();
  const asked: string[] = [];
  const state = { make };
  const render: RenderPage = async (request) => {
    const { pathname, search } = new URL(request.url);
    asked.push(`${pathname}${search}`);
    return state.make(request, asked.length);
  };
  const front = createFront({ files: new Map(), render, metrics: createHttpMetrics(registry), clock });
  const visits = { begun: 0, ended: 0 };
  const server = createServer((request, response) => {
    response.once("close", () => {
      visits.ended += 1;
    });
    front(request, response, () => response.end("passed on"));
    visits.begun += 1;
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
    asked,
    /** Requests that reached the front, and those whose visitors have been answered, or have left. */
    visits,
    port,
    /** Changes what stands for Remix from now on. */
    make(next: Make) {
      state.make = next;
    },
    ask,
    text: async (path: string, headers?: Record<string, string>) =>
      (await ask(path, headers)).body.toString(),
  };
}
