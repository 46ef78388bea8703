import { createServer } from "node:http";
import type { Socket } from "node:net";
import { onTestFinished } from "vitest";
import { listen } from "./free-port.mjs";

/** What a service does with a request. */
export type Act = "answer" | "reset" | "close" | "half an answer" | "stall";

/**
 * Starts a service that keeps connections open, as `fetch` does. It acts on its n-th request as the list says, and answers all after
 * that. It stops with the test.
 */
export async function startKeepingService(acts: readonly Act[], bodyFor: (path: string) => unknown) {
  const requests: { readonly path: string; readonly connection: number }[] = [];
  const connections: Socket[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? "";
    const act = acts[requests.length] ?? "answer";
    requests.push({ path, connection: connections.indexOf(request.socket) });
    if (act === "reset") request.socket.resetAndDestroy();
    if (act === "close") request.socket.destroy();
    if (act === "answer") response.end(JSON.stringify(bodyFor(path)));
    if (act !== "half an answer") return;
    response.writeHead(200, { "content-length": "1000" });
    response.write('[{"id":', () => request.socket.resetAndDestroy());
  });
  server.on("connection", (socket) => void connections.push(socket));
  const baseUrl = `http://127.0.0.1:${await listen(server)}`;
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { baseUrl, requests };
}
