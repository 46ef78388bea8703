import { spawn } from "node:child_process";
import { once } from "node:events";

interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A program that a test runs. */
export type Process = ReturnType<typeof startProcess>;

interface Start {
  readonly command?: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string | undefined;
}

/** The program as the container image starts it. */
export const SITE = ["node_modules/@remix-run/serve/dist/cli.js", "./build/server/index.js"];

/** Starts a process in a group of its own, which ends with the test runner. */
export function startProcess({ command = process.execPath, args, env = {}, cwd }: Start) {
  const { PATH, HOME } = process.env;
  const child = spawn(command, args, {
    cwd,
    env: { ...{ PATH, HOME, NODE_ENV: "production", HOST: "127.0.0.1" }, ...env },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  let log = "";
  const listeners = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => {
      log += chunk.toString();
      for (const listener of listeners) listener();
    });
  // "close" rather than "exit": the last process with access to the output has ended.
  const closed = new Promise<Ended>((resolve, reject) => {
    child.once("close", (code, signal) => resolve({ code, signal }));
    child.once("error", reject);
  });
  const toGroup = (signal: NodeJS.Signals) => {
    if (child.pid === undefined) throw new Error("The process did not start.");
    process.kill(-child.pid, signal);
  };
  const stop = () => {
    try {
      toGroup("SIGKILL");
    } catch {
      // It has ended already.
    }
  };
  process.once("exit", stop);
  child.once("close", () => process.off("exit", stop));
  return {
    /** Output so far, standard output and error together. */
    log: () => log,
    /** Resolves once the log contains the text, after so many characters. */
    logged: (text: string, from = 0) =>
      new Promise<void>((resolve, reject) => {
        const check = () => {
          if (!log.includes(text, from)) return;
          listeners.delete(check);
          resolve();
        };
        listeners.add(check);
        void closed.then(() => reject(new Error(`The process ended without "${text}":\n${log}`)), reject);
        check();
      }),
    signal: (signal: NodeJS.Signals) => child.kill(signal),
    /** Sends a signal to the process and all that it started, as a terminal does on Ctrl-C. */
    signalAll: toGroup,
    /** Resolves once the process and all that it started have ended; rejects after 10 s, when a container would be killed. */
    async ended() {
      const tooLong = once(AbortSignal.timeout(10_000), "abort").then(() => {
        throw new Error(`The process was still there after 10 s:\n${log}`);
      });
      return await Promise.race([closed, tooLong]);
    },
    stop,
  };
}
