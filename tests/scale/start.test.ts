import { spawnSync } from "node:child_process";
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startFakeUpstream } from "../support/fake-upstream";
import { freePort } from "../support/free-port.mjs";
import { SITE, startProcess } from "../support/process";
import { startSite } from "../support/site";

/** Output of a process that cannot start. */
async function failedStart(env: Readonly<Record<string, string>>): Promise<string> {
  const site = startProcess({ args: SITE, env });
  onTestFinished(site.stop);
  expect(await site.ended()).toEqual({ code: 1, signal: null });
  return site.log();
}

test("with a port in use the site does not start, and one sentence says so", async () => {
  const site = await startSite();
  onTestFinished(() => site.stop());
  const { port } = new URL(site.url);
  expect(await failedStart({ PORT: port })).toBe(`PORT ${port} is taken: something else listens there.\n`);
});

test.each(["203.0.113.7", "http://localhost"])(
  "with the host %s the site does not start, and one sentence says so",
  async (host) => {
    const log = await failedStart({ PORT: String(await freePort()), HOST: host });
    expect(log).toMatch(/^HOST must be an address of this machine, or a name of one, but is ".*"[^\n]*\.\n$/);
  },
);

test.each(["", " "])("with PORT=%j the server listens on the default port", async (port) => {
  // The port is 3000, which may be in use on this machine.
  const site = startProcess({ args: SITE, env: { PORT: port } });
  onTestFinished(site.stop);
  await Promise.race([site.logged("listens on port 3000 of 127.0.0.1."), site.logged("PORT 3000 is taken")]);
});

test("with PORT=0 the server says on which port it listens", async () => {
  const site = startProcess({ args: SITE, env: { PORT: "0" } });
  onTestFinished(site.stop);
  await site.logged("listens on port");
  const port = /listens on port (\d+) of 127\.0\.0\.1\.$/m.exec(site.log())?.[1];
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
});

test.each([
  ["UTF-8 with a byte order mark", "\ufeff", "utf8"],
  ["UTF-16", "\ufeff", "utf16le"],
  ["UTF-16 without a byte order mark", "", "utf16le"],
] as const)(
  "`npm start` reads a .env in %s, and one line says what runs, without the key",
  async (_what, mark, encoding) => {
    const cwd = await folderWithSettings(mark, encoding);
    const site = startProcess({ args: ["scripts/start.mjs"], cwd });
    onTestFinished(site.stop);
    await site.logged("The server listens");
    const line =
      /^Market data: 127\.0\.0\.1:6100, with a key, .*\. The server listens on port \d+ of 127\.0\.0\.1\.$/m;
    expect(site.log()).toMatch(line);
    expect(site.log()).not.toContain("secret");
  },
);

test("`npm run doctor` reads it, too, names what is wrong without the key, and fails", async () => {
  const doctor = startProcess({ args: ["scripts/start.mjs", "doctor"], cwd: await folderWithSettings() });
  onTestFinished(doctor.stop);
  expect(await doctor.ended()).toEqual({ code: 1, signal: null });
  expect(doctor.log()).toMatch(/^WRONG Market data: 127\.0\.0\.1:6100, with a key, .* \(ECONNREFUSED\)\.$/m);
  expect(doctor.log()).toMatch(/^ok {4}MARKET_DATA_FILE: writable, /m);
  expect(doctor.log()).not.toContain("secret");
});

/** A folder with the site and a `.env`. */
async function folderWithSettings(mark = "", encoding: BufferEncoding = "utf8"): Promise<string> {
  const folder = await createFolder();
  for (const name of ["scripts", "build", "public", "node_modules"])
    await symlink(resolve(name), join(folder, name));
  const settings = [
    "MARKET_DATA_URL=http://127.0.0.1:6100/api/v3",
    "MARKET_DATA_API_KEY=secret",
    "PORT=0",
    "",
  ];
  await writeFile(join(folder, ".env"), mark + settings.join("\r\n"), encoding);
  return folder;
}

test("`npm start` without a build and the packages to make one says in one sentence what to install", async () => {
  const cwd = await mkdtemp(join(tmpdir(), "without-packages-"));
  onTestFinished(() => rm(cwd, { recursive: true }));
  await cp("scripts", join(cwd, "scripts"), { recursive: true });
  const { status, stdout, stderr } = spawnSync(process.execPath, ["scripts/start.mjs"], { cwd });
  expect([status, `${stdout}`]).toEqual([1, ""]);
  expect(`${stderr}`).toMatch(/^The site has to be built, [^\n]*`npm ci`[^\n]*\.\n$/);
});

/** A folder that is removed after the test. */
async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "market-data-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

test("of two sites that start with one file at once, one writes it and the other goes on without", async () => {
  const folder = await createFolder();
  const upstream = await startFakeUpstream();
  onTestFinished(() => upstream.stop());
  const env = { MARKET_DATA_URL: upstream.url, MARKET_DATA_FILE: join(folder, "market") };
  const sites = await Promise.all([startSite(env), startSite(env)]);
  for (const site of sites) onTestFinished(() => site.stop());
  for (const { url } of sites) expect((await fetch(`${url}/coin/bitcoin?currency=usd`)).status).toBe(200);
  for (const site of sites) expect(await site.terminate()).toMatchObject({ signal: null });
  const refusals = sites.map((site) => /^market data file: .*$/m.exec(site.log())?.[0]);
  expect(refusals.filter((line) => line === undefined)).toHaveLength(1);
  expect(refusals.join("")).toMatch(
    /^market data file: not used \(in use by \S+ \d+\); going on without it$/,
  );
  expect(await readdir(folder)).toEqual(["market"]);
  const lines = (await readFile(env.MARKET_DATA_FILE, "utf8")).trimEnd().split("\n");
  expect(lines.length).toBeGreaterThan(2);
  for (const line of lines) expect(() => JSON.parse(line)).not.toThrow();
});

test("a disk that is full in the middle of the file keeps nothing unfinished, and the site goes on", async () => {
  const folder = await createFolder();
  const upstream = await startFakeUpstream();
  onTestFinished(() => upstream.stop());
  const port = String(await freePort());
  const site = startProcess({
    command: "bash",
    // No file larger than a block of 1 kB.
    args: ["-c", 'ulimit -f 1; exec "$@"', "-", process.execPath, ...SITE],
    env: { PORT: port, MARKET_DATA_URL: upstream.url, MARKET_DATA_FILE: join(folder, "market") },
  });
  onTestFinished(site.stop);
  await site.logged("[remix-serve] http");
  const page = await fetch(`http://127.0.0.1:${port}/coin/bitcoin?currency=usd`);
  expect(page.status).toBe(200);
  site.signal("SIGTERM");
  expect(await site.ended()).toMatchObject({ signal: null });
  expect(site.log()).toContain("market data file: not written (EFBIG");
  expect(await readdir(folder)).toEqual([]);
});

test("a restarted site serves what its file has without a call", async () => {
  const upstream = await startFakeUpstream();
  const folder = await createFolder();
  onTestFinished(() => upstream.stop());
  async function callsOfVisits() {
    const before = upstream.calls.length;
    const file = join(folder, "not", "there", "yet");
    const site = await startSite({ MARKET_DATA_URL: upstream.url, MARKET_DATA_FILE: file });
    onTestFinished(() => site.stop());
    for (const path of ["/coins?currency=usd", "/coin/bitcoin?currency=usd"])
      expect(await (await fetch(site.url + path)).text()).toContain("$64,668.50");
    await site.terminate();
    // In the background, in any order.
    const unawaited = ["/global", "/coins/categories/list"];
    return upstream.calls
      .slice(before)
      .filter((call) => !unawaited.includes(call) && !call.includes("sparkline=true"));
  }
  expect(await callsOfVisits()).toEqual([
    "/coins/markets?vs_currency=usd&page=1",
    "/coins/bitcoin",
    "/coins/bitcoin/market_chart?vs_currency=usd&days=24h",
    // It has read the label as 24 days, which is remembered, too.
    "/coins/bitcoin/market_chart?vs_currency=usd&days=1",
  ]);
  expect(await callsOfVisits()).toEqual([]);
});
