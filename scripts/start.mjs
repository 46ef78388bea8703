// `npm start`: builds when needed, then serves on http://localhost:3000 (PORT, HOST and the rest: see .env.example).
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { buildIfNeeded } from "./build-if-needed.mjs";

if (existsSync(".env")) process.loadEnvFile(".env");
// remix-serve would look for another port if 3000 were taken; a clear failure is better than a surprise.
process.env.PORT ||= "3000";

buildIfNeeded();

const server = spawn(
  process.execPath,
  ["node_modules/@remix-run/serve/dist/cli.js", "./build/server/index.js"],
  { stdio: "inherit" },
);
for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM"]))
  process.on(signal, () => server.kill(signal));
server.on("exit", (code, signal) => process.exit(code ?? (signal === null ? 0 : 1)));
