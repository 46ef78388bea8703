import { mkdtemp, rm } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import { build } from "vite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startProcess } from "../support/process";

let folder = "";
beforeAll(async () => {
  // Inside the project, so that the program finds its packages.
  folder = await mkdtemp(join("node_modules", ".drain-"));
  await build({
    configFile: false,
    logLevel: "error",
    resolve: { alias: { "~": join(process.cwd(), "app") } },
    build: { ssr: "tests/scale/drain-program.ts", outDir: folder, target: "node20" },
  });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test("everything that closes on shutdown does so after the last answer, even if one of them fails", async () => {
  const program = startProcess({ args: [join(folder, "drain-program.js")] });
  try {
    await program.logged("listening on");
    const port = /listening on (\d+)/.exec(program.log())?.[1];
    const headers = { "content-length": "the beginningthe rest".length };
    const post = request({ port, host: "127.0.0.1", path: "/watchlist", method: "POST", headers });
    const answer = new Promise((resolve, reject) => {
      post.once("response", resolve);
      post.once("error", reject);
    });
    post.write("the beginning");
    await program.logged("begun /watchlist");
    program.signal("SIGTERM");
    await program.logged("shutdown: SIGTERM, requests under way: 1");
    post.end("the rest");
    expect(await answer).toMatchObject({ statusCode: 200 });
    expect(await program.ended()).toEqual({ code: 0, signal: null });
    const log = program.log();
    expect(log).toContain("the first could not be closed");
    expect(log.indexOf("the second is closed")).toBeGreaterThan(log.indexOf("answered /watchlist"));
  } finally {
    program.stop();
  }
});
