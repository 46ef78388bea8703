import { spawn } from "node:child_process";
import { createServer } from "node:net";
import { buildIfNeeded } from "../../scripts/build-if-needed.mjs";

/**
 * The production build, built when needed, in a process of its own on a free port of loopback.
 * @param {Record<string, string>} [env]
 * @returns {Promise<{ url: string, pid: number, stop: () => void }>}
 */
export async function servedSite(env = {}) {
  buildIfNeeded();
  const port = await freePort();
  const server = spawn(
    process.execPath,
    ["node_modules/@remix-run/serve/dist/cli.js", "./build/server/index.js"],
    {
      env: { ...process.env, NODE_ENV: "production", HOST: "127.0.0.1", PORT: String(port), ...env },
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  await new Promise((resolve) => server.stdout.once("data", resolve));
  // The log has to be read, or the server would wait for room in the pipe.
  server.stdout.resume();
  return { url: `http://127.0.0.1:${port}`, pid: server.pid ?? 0, stop: () => void server.kill("SIGKILL") };
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}
