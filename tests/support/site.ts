import { spawn } from "node:child_process";
import { once } from "node:events";
import { freePort } from "./free-port.mjs";

export interface Site {
  readonly url: string;
  /** Output of the server so far, standard output and error together. */
  readonly log: () => string;
  /** Stops it with SIGTERM and waits until it has ended. */
  terminate(): Promise<void>;
  stop(): Promise<void>;
}

const ENTRY = ["node_modules/@remix-run/serve/dist/cli.js", "build/server/index.js"];

/**
 * Starts the production build in a separate process and waits until it listens: on a free port, unless `PORT` names one.
 * @throws {Error} with what the server wrote, when it stops instead
 */
export async function startSite(env: Readonly<Record<string, string>> = {}): Promise<Site> {
  const port = env["PORT"] ?? String(await freePort());
  const server = spawn(process.execPath, ENTRY, {
    env: {
      PATH: process.env["PATH"],
      NODE_ENV: "production",
      PORT: port,
      HOST: "127.0.0.1",
      // All visitors come from loopback.
      CONNECTIONS_PER_ADDRESS: "0",
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let log = "";
  const listening = new Promise<void>((resolve, reject) => {
    const onOutput = (chunk: Buffer) => {
      log += chunk.toString();
      if (log.includes("[remix-serve] http")) resolve();
    };
    server.stdout.on("data", onOutput);
    server.stderr.on("data", onOutput);
    server.once("exit", (code) => reject(new Error(`The site stopped with code ${code}:\n${log}`)));
  });
  await listening;
  const end = async (signal: "SIGTERM" | "SIGKILL") => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    server.kill(signal);
    await once(server, "exit");
  };
  return {
    url: `http://127.0.0.1:${port}`,
    log: () => log,
    terminate: () => end("SIGTERM"),
    stop: () => end("SIGKILL"),
  };
}
