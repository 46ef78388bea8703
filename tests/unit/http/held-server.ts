import { createServer, type RequestListener } from "node:http";
import { connect } from "node:net";
import { onTestFinished } from "vitest";
import { type HttpServer, holdHttpServer } from "~/services/http/http-server.server";
import { LIMITS, type Limits } from "~/services/http/limits.server";
import { listening } from "./listening";

export interface HeldServer {
  readonly hold: HttpServer;
  visit(): Visitor;
}

/** Somebody on a connection of their own, who is no browser. */
interface Visitor {
  send(text: string): void;
  /** Text that came, once it holds this number of answers. */
  answers(count: number): Promise<string>;
  /** Text that came before the end of the connection. */
  ended(): Promise<string>;
  stopReading(): void;
  readOn(): void;
  leave(): void;
}

/** A server on loopback with the hold on it, and limits that a test need not wait for. */
export async function startHeldServer(
  listener: RequestListener,
  limits: Partial<Limits> = {},
): Promise<HeldServer> {
  const hold = holdHttpServer({ port: 0, host: "127.0.0.1" }, undefined, {
    ...LIMITS,
    checkMs: 10,
    lingerMs: 10,
    ...limits,
  });
  const server = createServer(listener);
  const port = await listening(server);
  return { hold, visit: () => visitorOf(port) };
}

function visitorOf(port: number): Visitor {
  const socket = connect(port, "127.0.0.1");
  let text = "";
  let hear = () => {};
  socket.on("data", (chunk: Buffer) => {
    text += chunk.toString("latin1");
    hear();
  });
  // A reset is an end as well.
  socket.on("error", () => {});
  const closed = new Promise<string>((resolve) => socket.once("close", () => resolve(text)));
  onTestFinished(() => void socket.destroy());
  return {
    send: (request) => void socket.write(request),
    answers: (count) =>
      new Promise((resolve) => {
        hear = () => {
          if (text.split("HTTP/1.1 ").length > count) resolve(text);
        };
        hear();
      }),
    ended: () => closed,
    stopReading: () => void socket.pause(),
    readOn: () => void socket.resume(),
    leave: () => void socket.destroy(),
  };
}

export function get(path: string, ...headers: string[]): string {
  return ["GET", path].join(" ") + [" HTTP/1.1", "Host: site.test", ...headers, "", ""].join("\r\n");
}

export function post(path: string, ...headers: string[]): string {
  return get(path, ...headers).replace("GET", "POST");
}
