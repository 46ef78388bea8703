import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "redis";
import { freePort } from "./free-port.mjs";

export interface Redis {
  /** As in MARKET_DATA_CACHE_URL. */
  readonly url: string;
  readonly port: number;
  /** Runs one command and returns its reply. */
  command(...words: string[]): Promise<unknown>;
  /** Suspends the process: connections stay open, nothing is answered. */
  freeze(): void;
  thaw(): void;
  /** Kills the process. `start` starts it again, empty, on the same port. */
  kill(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a real redis-server on loopback, which writes nothing to disk. */
export async function startRedis(): Promise<Redis> {
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), "redis-"));
  const url = `redis://127.0.0.1:${port}`;
  let server = await run(port, folder);

  async function kill() {
    if (server.exitCode !== null || server.signalCode !== null) return;
    server.kill("SIGKILL");
    await once(server, "exit");
  }

  return {
    url,
    port,
    async command(...words) {
      const client = createClient({ url, socket: { reconnectStrategy: false } });
      client.on("error", () => {});
      await client.connect();
      try {
        return await client.sendCommand(words);
      } finally {
        client.destroy();
      }
    },
    freeze: () => void server.kill("SIGSTOP"),
    thaw: () => void server.kill("SIGCONT"),
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

async function run(port: number, folder: string): Promise<ChildProcess> {
  const options = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--dir", folder];
  const server = spawn("redis-server", options, { stdio: ["ignore", "pipe", "inherit"] });
  // Leaves no process behind when the test runner is stopped.
  const stop = () => server.kill("SIGKILL");
  process.once("exit", stop);
  server.once("exit", () => process.off("exit", stop));
  let log = "";
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.once("exit", (code) => reject(new Error(`redis-server stopped with code ${code}:\n${log}`)));
    server.stdout.on("data", (chunk: Buffer) => {
      log += chunk.toString();
      if (log.includes("Ready to accept connections")) resolve();
    });
  });
  return server;
}
