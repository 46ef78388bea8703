import { readdirSync, readFileSync } from "node:fs";
import { defineConfig } from "vitest/config";

/** Unit tests that put other modules in the place of some, or measure the memory of their process. */
const ALONE = readdirSync("tests/unit", { recursive: true, encoding: "utf8" })
  .map((path) => `tests/unit/${path}`)
  .filter((path) => path.includes(".test.") && /vi\.mock\(|--expose-gc/.test(readFileSync(path, "utf8")));

const unit = {
  include: ["tests/unit/**/*.test.{ts,tsx}"],
  setupFiles: ["tests/unit/setup.ts"],
  environment: "node",
  // Generous, so that a busy machine fails no test.
  testTimeout: 30_000,
  unstubEnvs: true,
};

export default defineConfig({
  resolve: { alias: { "~": new URL("./app", import.meta.url).pathname } },
  test: {
    // Processes: some tests change the environment, which threads share.
    pool: "forks",
    // One more than two processors, because tests of replicas and nginx mostly wait.
    maxWorkers: 3,
    projects: [
      {
        extends: true,
        test: {
          ...unit,
          name: "unit",
          exclude: ALONE,
          // Each process loads the application once.
          isolate: false,
        },
      },
      {
        extends: true,
        test: { ...unit, name: "unit-alone", include: ALONE },
      },
      {
        extends: true,
        test: {
          // What the server sends, of the latest build, on the same sites as the end-to-end tests.
          name: "html",
          include: ["tests/html/**/*.test.ts"],
          globalSetup: ["tests/e2e/start-sites.ts"],
          environment: "node",
          // They change nothing that others see, and load the parser once.
          isolate: false,
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          // The production build with real programs around it: nginx, Redis, several replicas.
          name: "scale",
          include: ["tests/scale/**/*.test.ts"],
          globalSetup: ["tests/scale/build-site.ts"],
          environment: "node",
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
