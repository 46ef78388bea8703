import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createClient } from "redis";
import { expect, it, onTestFinished } from "vitest";
import { scriptOf, serviceCalled } from "../support/compose";
import { freePort } from "../support/free-port.mjs";
import { startRedis } from "../support/redis";
import { MINUTE } from "../unit/market-data/market-under-test";
import { cacheLines, sharedCacheOf, watchLog } from "./replicas";

const PASSWORD = "0f1e2d3c";

it("the Valkey of compose.yaml accepts nobody without the password, keeps nothing on disk, and is healthy", async () => {
  const valkey = serviceCalled("valkey");
  const port = await freePort();
  const server = run(scriptOf(valkey.command).replace("valkey-server -", `redis-server - --port ${port}`));
  onTestFinished(() => void server.kill("SIGKILL"));
  for await (const line of server.stdout) if (String(line).includes("Ready to accept")) break;

  await expect(connectTo(port, "")).rejects.toThrow("NOAUTH");
  await expect(connectTo(port, ":guessed@")).rejects.toThrow("WRONGPASS");
  const client = await connectTo(port, `:${PASSWORD}@`);
  expect(await client.configGet("*")).toMatchObject({
    save: "",
    appendonly: "no",
    maxmemory: String(128 * 2 ** 20),
    "maxmemory-policy": "allkeys-lru",
  });

  const check = scriptOf(valkey.healthcheck.test).replace("valkey-cli", `redis-cli -p ${port}`);
  expect(await once(run(check), "exit")).toEqual([0, null]);
});

it("a user with the documented access list may do all that a replica does", async () => {
  const log = watchLog();
  const redis = await startRedis();
  onTestFinished(() => redis.stop());
  const documented = /^~cypto-on-the-go:.+$/m.exec(await readFile("docs/operations.md", "utf8"))?.[0] ?? "";
  await redis.command("ACL", "SETUSER", "site", "reset", "on", ">hush", ...documented.split(" "));
  const store = sharedCacheOf(redis.url.replace("redis://", "redis://site:hush@"));
  const fetchedAt = Date.UTC(2026, 10, 20);
  (await store.lock("/exchanges"))?.release();
  await store.write("/exchanges", { body: "[]", fetchedAt }, MINUTE);
  expect(await store.read("/exchanges")).toEqual({ answer: { body: "[]", fetchedAt }, pauseMs: 0 });
  expect(await store.countInMonth("2026-11", 7, 1000)).toBe(7);
  for (const full of [false, true])
    expect((await store.countCall({ capacity: 1, msPerToken: MINUTE })) > 0).toBe(full);
  await store.pause(MINUTE);
  expect((await store.read("/exchanges")).pauseMs).toBeGreaterThan(0);
  expect(cacheLines(log)).toEqual([]);
});

function run(script: string) {
  return spawn("sh", ["-c", script], { env: { ...process.env, VALKEY_PASSWORD: PASSWORD } });
}

async function connectTo(port: number, userinfo: string) {
  const url = `redis://${userinfo}127.0.0.1:${port}`;
  const client = createClient({ url, socket: { reconnectStrategy: false } });
  client.on("error", () => {});
  onTestFinished(() => {
    if (client.isOpen) client.destroy();
  });
  return await client.connect();
}
