import { spawn } from "node:child_process";
import { once } from "node:events";

export interface SiteCopy {
  /** What this process has written so far. */
  readonly log: () => string;
  /** Asks it to go (SIGTERM) and waits until it is gone. */
  leave(): Promise<void>;
  kill(): Promise<void>;
}

const ENTRY = ["node_modules/@remix-run/serve/dist/cli.js", "build/server/index.js"];

/** One of several copies of the production build, on a port that the test chooses, so that it can come back to it. */
export async function startCopy(port: number): Promise<SiteCopy> {
  const server = spawn(process.execPath, ENTRY, {
    env: { PATH: process.env["PATH"], NODE_ENV: "production", PORT: String(port), HOST: "127.0.0.1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let log = "";
  await new Promise<void>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      log += chunk.toString();
      if (log.includes("[remix-serve] http")) resolve();
    };
    server.stdout.on("data", hear);
    server.stderr.on("data", hear);
    server.once("exit", (code) => reject(new Error(`The copy stopped with code ${code}:\n${log}`)));
  });
  const end = async (signal: "SIGTERM" | "SIGKILL") => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    server.kill(signal);
    await once(server, "exit");
  };
  return { log: () => log, leave: () => end("SIGTERM"), kill: () => end("SIGKILL") };
}
