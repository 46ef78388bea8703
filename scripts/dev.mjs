// `npm run dev`: the site with hot reload on http://localhost:5173.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";

if (existsSync(".env")) process.loadEnvFile(".env");

const dev = spawn(process.execPath, ["node_modules/@remix-run/dev/dist/cli.js", "vite:dev"], {
  stdio: "inherit",
});
for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM"])) process.on(signal, () => dev.kill(signal));
dev.on("exit", (code) => process.exit(code ?? 0));
