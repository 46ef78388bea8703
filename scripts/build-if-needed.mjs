import { execFileSync } from "node:child_process";
import { newestChange } from "./newest-change.mjs";

const SOURCES = ["app", "public", "scripts", "package-lock.json", "vite.config.ts", "tsconfig.json"];
const RESULT = ["build/server/index.js"];

/** Builds the site unless the last build is newer than everything it is made of. */
export function buildIfNeeded() {
  if (newestChange(RESULT) > newestChange(SOURCES)) return;
  execFileSync("npm", ["run", "--silent", "build"], {
    stdio: "inherit",
    // Vitest sets it to "test", with which Vite would make a development build.
    env: { ...process.env, NODE_ENV: "production" },
    shell: process.platform === "win32",
  });
}
