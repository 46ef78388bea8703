import { spawnSync } from "node:child_process";
import { expect, test } from "@playwright/test";

const WRONG = [
  ["MARKET_DATA_URL", "ftp://market.example"],
  ["MARKET_DATA_TIMEOUT_MS", "ten"],
  ["PORT", "70000"],
] as const;

for (const [name, value] of WRONG) {
  test(`with an invalid ${name} the site does not start, and one sentence names it`, () => {
    const { status, stderr } = spawnSync(
      process.execPath,
      ["node_modules/@remix-run/serve/dist/cli.js", "build/server/index.js"],
      {
        env: { PATH: process.env["PATH"], NODE_ENV: "production", [name]: value },
        encoding: "utf8",
        timeout: 20_000,
      },
    );
    expect(status).toBe(1);
    expect(stderr.trim().split("\n")).toHaveLength(1);
    expect(stderr).toContain(name);
  });
}
