import type { IncomingMessage, ServerResponse } from "node:http";
import { isOwnList } from "~/domain/pages";
import type { Clock } from "../clock.server";
import { type Answer, sendAnswer } from "./answer.server";
import type { HttpMetrics } from "./http-metrics.server";
import { createPageAnswers } from "./page-answers.server";
import type { RenderPage } from "./pages.server";

/** Answers a request, or passes it on to what stands behind. The address is the canonical one. */
export type Front = (request: IncomingMessage, response: ServerResponse, pass: () => void) => void;

export interface FrontOptions {
  /** Answers by path. */
  readonly files: ReadonlyMap<string, Answer>;
  readonly render: RenderPage;
  readonly metrics: HttpMetrics;
  readonly clock: Clock;
}

/** Addresses that are no page: each answer is another one, or sets a cookie. So is the visitor's own list, whose cookie they bring. */
const PASSED_ON: ReadonlySet<string> = new Set(["/healthz", "/metrics", "/colour-mode", "/colour-mode.data"]);

/**
 * Creates what stands in front of remix-serve, in its own process: files come from memory, and so do pages for as long as
 * their Cache-Control says.
 */
export function createFront({ files, render, metrics, clock }: FrontOptions): Front {
  const answerPage = createPageAnswers(render, clock);
  return function front(request, response, pass) {
    const target = request.url ?? "/";
    const [path = "/"] = target.split("?", 1);
    const isRead = request.method === "GET" || request.method === "HEAD";
    if (!isRead || PASSED_ON.has(path) || isOwnList(target)) {
      metrics.watch(response, "remix");
      return pass();
    }
    const file = files.get(path);
    if (file !== undefined) {
      metrics.watch(response, "file");
      return sendAnswer(request, response, file);
    }
    const served = metrics.watch(response, "remix");
    answerPage(request, response, target, (status) =>
      served(status === "HIT" || status === "STALE" ? "memory" : "remix"),
    ).catch((error: unknown) => {
      // The visitor has left.
      if (response.destroyed) return;
      console.error(error);
      response.writeHead(500, { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" });
      response.end("Unexpected Application Error!\n");
    });
  };
}
