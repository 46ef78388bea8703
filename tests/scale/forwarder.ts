import { createServer, request } from "node:http";
import { listen } from "../support/free-port.mjs";

/** A proxy between nginx and a replica of the site, which counts requests. */
export async function startForwarder(target: string) {
  const { hostname, port } = new URL(target);
  const requests: string[] = [];
  const server = createServer((incoming, outgoing) => {
    const { method, url: path, headers } = incoming;
    requests.push(`${method} ${path}`);
    const onward = request({ hostname, port, method, path, headers, agent: false }, (response) => {
      outgoing.writeHead(response.statusCode ?? 0, response.rawHeaders);
      response.pipe(outgoing);
    });
    onward.once("error", () => incoming.destroy());
    incoming.pipe(onward);
  });
  return {
    url: `http://127.0.0.1:${await listen(server)}`,
    /** Method and address of each request that reached the app, in order. */
    requests,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
