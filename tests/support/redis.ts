import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "redis";
import { freePort } from "./free-port.mjs";
import { type Process, startProcess } from "./process";

export type Redis = Awaited<ReturnType<typeof startRedis>>;

/** Starts a real redis-server on loopback, which writes nothing to disk. */
export async function startRedis() {
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), "redis-"));
  const url = `redis://127.0.0.1:${port}`;
  let server = await run(port, folder);

  async function kill() {
    server.stop();
    await server.ended();
  }

  return {
    /** As in MARKET_DATA_CACHE_URL. */
    url,
    port,
    /** Runs one command and returns its reply. */
    async command(...words: string[]): Promise<unknown> {
      const client = createClient({ url, socket: { reconnectStrategy: false } });
      client.on("error", () => {});
      await client.connect();
      try {
        return await client.sendCommand(words);
      } finally {
        client.destroy();
      }
    },
    /** Suspends the process: connections stay open, nothing is answered. */
    freeze: () => server.signal("SIGSTOP"),
    thaw: () => server.signal("SIGCONT"),
    /** Kills the process. `start` starts it again, empty, on the same port. */
    kill,
    async start() {
      server = await run(port, folder);
    },
    async stop() {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function run(port: number, folder: string): Promise<Process> {
  const args = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--dir", folder];
  const server = startProcess({ command: "redis-server", args });
  await server.logged("Ready to accept connections");
  return server;
}
