import { freePort } from "./free-port.mjs";
import { SITE, startProcess } from "./process";

export type Site = Awaited<ReturnType<typeof startSite>>;

/**
 * Starts the production build in a separate process and waits until it listens: on a free port, unless `PORT` names one.
 * @throws {Error} with what the server wrote, when it stops instead
 */
export async function startSite(env: Readonly<Record<string, string>> = {}) {
  const port = env["PORT"] ?? String(await freePort());
  // A service worker would keep what a test has changed since.
  const server = startProcess({ args: SITE, env: { SERVICE_WORKER: "off", ...env, PORT: port } });
  await server.logged("[remix-serve] http");
  return {
    ...server,
    url: `http://127.0.0.1:${port}`,
    /** Stops it with SIGTERM and waits until it has ended. */
    terminate() {
      server.signal("SIGTERM");
      return server.ended();
    },
    async stop() {
      server.stop();
      await server.ended();
    },
    /** Makes it answer nothing, and neither end. */
    freeze: () => server.signal("SIGSTOP"),
  };
}
