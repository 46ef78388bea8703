import { createServer, type RequestListener, type Server } from "node:http";
import { connect } from "node:net";
import { onTestFinished } from "vitest";
import { LIMITS, type Limits, takeOverHttpServer } from "~/services/http/http-server.server";
import { listen } from "../../support/free-port.mjs";
import "../../support/public-addresses.cjs";

/**
 * Takes over a server on loopback, with limits short enough for a test.
 * @param connectionsPerAddress 0: any number
 * @param siteUrl the site's public origin
 */
export async function startServer(
  listener: RequestListener,
  limits: Partial<Limits> = {},
  connectionsPerAddress = 0,
  siteUrl: string | null = null,
) {
  const quick = { ...LIMITS, checkMs: 10, lingerMs: 10, ...limits };
  const config = { listen: { port: 0, host: "127.0.0.1", connectionsPerAddress }, siteUrl };
  const taken = takeOverHttpServer(config, undefined, quick);
  const port = await listening(createServer(listener));
  return {
    taken,
    url: `http://127.0.0.1:${port}`,
    connect: (text?: string, from?: string) => clientOf(port, text, from),
  };
}

/** Makes a server listen on loopback until the test is over. @returns its port */
export async function listening(server: Server): Promise<number> {
  const port = await listen(server);
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return port;
}

/**
 * A raw connection, which can send what no browser sends.
 * @param sent what the client sends at once
 * @param from its address on loopback; 127.0.113.x is taken for 203.0.113.x on the internet
 */
function clientOf(port: number, sent = "", from = "127.0.0.1") {
  const socket = connect({ port, host: "127.0.0.1", localAddress: from });
  if (sent !== "") socket.write(sent);
  let text = "";
  let onText = () => {};
  socket.on("data", (chunk: Buffer) => {
    text += chunk.toString("latin1");
    onText();
  });
  // A reset ends the connection as well.
  socket.on("error", () => {});
  const closed = new Promise<string>((resolve) => socket.once("close", () => resolve(text)));
  onTestFinished(() => void socket.destroy());
  return {
    send: (request: string) => void socket.write(request),
    /** What was received, once it contains this number of answers. */
    answers: (count: number) =>
      new Promise<string>((resolve) => {
        onText = () => {
          if (text.split("HTTP/1.1 ").length > count) resolve(text);
        };
        onText();
      }),
    /** What was received before the end of the connection. */
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
