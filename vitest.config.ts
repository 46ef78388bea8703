import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: { alias: { "~": new URL("./app", import.meta.url).pathname } },
  test: {
    // Half of what the unit tests do is to wait: a processor less would make them longer by as much.
    maxWorkers: "100%",
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["tests/unit/**/*.test.{ts,tsx}"],
          setupFiles: ["tests/unit/setup.ts"],
          environment: "node",
          // A busy machine is not a failure.
          testTimeout: 30_000,
        },
      },
      {
        extends: true,
        test: {
          // With the real programs around the production build: nginx, Redis, several replicas.
          name: "scale",
          include: ["tests/scale/**/*.test.ts"],
          globalSetup: ["tests/scale/build-site.ts"],
          environment: "node",
          // They share two processors with the programs that they start.
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
