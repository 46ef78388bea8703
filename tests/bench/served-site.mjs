import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { availableParallelism } from "node:os";
import { buildIfNeeded } from "../../scripts/build-if-needed.mjs";
import { freePort } from "../support/free-port.mjs";

/** Whether processes can be pinned to processors here. */
export const CAN_PIN = availableParallelism() > 1 && spawnSync("taskset", ["-c", "0", "true"]).status === 0;

/** @typedef {{ url: string, pid: number, stop: () => void }} Served */

/**
 * Starts the production build, built if needed, in a process of its own on a free port of loopback.
 * @param {Record<string, string>} [env]
 * @param {number} [core] the one processor that it may use, where `taskset` exists
 * @param {(text: string) => void} [onLog] receives its standard error, which otherwise goes to this process's
 * @returns {Promise<Served>}
 */
export async function servedSite(env = {}, core, onLog) {
  buildIfNeeded();
  const port = await freePort();
  return servedProgram(
    ["node_modules/@remix-run/serve/dist/cli.js", "./build/server/index.js"],
    // All visitors come from loopback.
    { NODE_ENV: "production", HOST: "127.0.0.1", PORT: String(port), ...env },
    `http://127.0.0.1:${port}`,
    core,
    onLog,
  );
}

/**
 * Starts a Node program that prints something once it is listening.
 * @param {readonly string[]} args
 * @param {Record<string, string>} env
 * @param {string} url where it will listen
 * @param {number} [core]
 * @param {(text: string) => void} [onLog]
 * @returns {Promise<Served>}
 */
export async function servedProgram(args, env, url, core, onLog) {
  const command = [process.execPath, ...args];
  const pinned = core !== undefined && CAN_PIN ? ["taskset", "-c", String(core), ...command] : command;
  const [program = "", ...rest] = pinned;
  const server = spawn(program, rest, {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  server.stderr.setEncoding("utf8").on("data", onLog ?? ((text) => process.stderr.write(text)));
  await once(server.stdout, "data");
  // Without a reader the server would block once the pipe is full.
  server.stdout.resume();
  return { url, pid: server.pid ?? 0, stop: () => void server.kill("SIGKILL") };
}

/**
 * Pins this process, with all its threads, to a processor other than the site's.
 * @param {number} core
 */
export function pinOwnProcess(core) {
  if (CAN_PIN) spawnSync("taskset", ["-a", "-c", "-p", String(core), String(process.pid)]);
}
