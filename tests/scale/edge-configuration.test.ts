import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { checkProductionConfiguration } from "./nginx.mjs";

it("nginx accepts the production configuration", () => {
  const { isValid, text } = checkProductionConfiguration();
  expect(isValid, text).toBe(true);
  expect(text).not.toContain("[warn]");
});

it("a worker has room for many connections whose headers are incomplete, and ends them soon", () => {
  const connections = numberOf("nginx.conf", /worker_connections (\d+);/);
  expect(connections).toBeGreaterThanOrEqual(8192);
  // One for each connection, and one for what it reads from the cache.
  expect(numberOf("nginx.conf", /worker_rlimit_nofile (\d+);/)).toBeGreaterThanOrEqual(2 * connections);
  expect(numberOf("site.conf", /client_header_timeout (\d+)s;/)).toBeLessThanOrEqual(5);
});

function numberOf(file: string, pattern: RegExp): number {
  return Number(pattern.exec(readFileSync(`deploy/nginx/${file}`, "utf8"))?.[1] ?? Number.NaN);
}
