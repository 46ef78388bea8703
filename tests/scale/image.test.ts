import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freePort } from "../support/free-port.mjs";
import { type DrainProcess, startProcess } from "./drain-process";
import { ask } from "./drain-visitors";
import { readCopy, readStages } from "./image-file";
import { type Image, makeImage } from "./image-folder";

let image: Image;
beforeAll(async () => {
  image = await makeImage();
}, 120_000);
afterAll(() => image.remove());

test("what the build may see is what the Dockerfile copies, and nothing else", () => {
  const copied = readStages("Dockerfile")
    .flatMap(({ instructions }) => instructions.filter(({ name }) => name === "COPY"))
    .map(({ text }) => readCopy(text))
    .filter(({ stage }) => stage === null)
    .flatMap(({ sources }) => sources);
  const rules = readFileSync(".dockerignore", "utf8").split("\n");
  expect(rules.find((rule) => rule !== "" && !rule.startsWith("#"))).toBe("*");
  const seen = rules.filter((rule) => rule.startsWith("!")).map((rule) => rule.slice(1));
  expect(seen.sort()).toEqual([...new Set(copied)].sort());
});

test("the image holds no development package and no file that only people read", () => {
  const lock: unknown = JSON.parse(readFileSync("package-lock.json", "utf8"));
  const packages = Object.entries(
    typeof lock === "object" && lock !== null && "packages" in lock ? Object(lock.packages) : {},
  );
  const development = packages
    .filter(([, entry]) => Object(entry).dev || Object(entry).devOptional)
    .map(([path]) => path);
  expect(development).toContain("node_modules/vitest");
  expect(development.filter((path) => existsSync(join(image.folder, path)))).toEqual([]);
  const files = readdirSync(image.folder, { recursive: true, encoding: "utf8" });
  expect(files).toContain("node_modules/@remix-run/serve/dist/cli.js");
  expect(files.filter((file) => /\.(?:map|ts|tsx|scss)$|(?:^|\/)\.env/.test(file))).toEqual([]);
  expect(readdirSync(image.folder).sort()).toEqual(["build", "node_modules", "package.json", "public"]);
});

const PAGES = ["/", "/coins", "/coins?page=2&currency=usd", "/coin/bitcoin?range=7d", "/exchanges"];
const OTHERS = ["/healthz", "/metrics", "/robots.txt", "/manifest.webmanifest", "/icons/icon.svg"];

const obstacle = obstacleToIsolation();
test.skipIf(obstacle !== null)(
  `as an unprivileged user on a read-only file system it serves every page${obstacle ?? ""}`,
  async () => {
    const port = String(await freePort());
    const touch = spawnSync(...isolated(["touch", "here"]), { cwd: image.folder, encoding: "utf8" });
    expect(touch.stderr).toContain("Read-only file system");
    const [command, args] = isolated(image.command);
    const site = startProcess({ command, args, cwd: image.folder, env: { ...image.env, PORT: port } });
    try {
      await site.logged("[remix-serve] http");
      await readAll(`http://127.0.0.1:${port}`);
      expect(healthCheck(port)).toBe(0);
      expect(healthCheck(String(await freePort()))).toBe(1);
      await stopByItsSignal(site);
      expect(site.log()).not.toMatch(/error|EROFS|EACCES/i);
    } finally {
      site.stop();
    }
  },
);

async function readAll(base: string): Promise<void> {
  const assets = new Set<string>();
  for (const path of PAGES) {
    const page = await ask(base + path);
    expect(page, path).toMatchObject({ kind: "answered", status: 200 });
    const html = page.kind === "answered" ? page.body : "";
    expect(html).toContain("</html>");
    for (const [address] of html.matchAll(/\/assets\/[\w.-]+\.(?:js|css|svg)/g)) assets.add(address);
  }
  expect(assets.size).toBeGreaterThan(5);
  for (const path of [...OTHERS, ...assets]) {
    expect(await ask(base + path), path).toMatchObject({ kind: "answered", status: 200 });
  }
}

async function stopByItsSignal(site: DrainProcess): Promise<void> {
  expect(image.stopSignal).toBe("SIGTERM");
  site.signal("SIGTERM");
  expect(await site.ended()).toEqual({ code: 0, signal: null });
  expect(site.log()).toContain("shutdown: SIGTERM");
}

function healthCheck(port: string): number | null {
  const [program, ...args] = image.healthCommand;
  expect(program).toBe("node");
  return spawnSync(process.execPath, args, { env: { ...process.env, PORT: port } }).status;
}

/** The command in a view of the file system of its own, in which nothing can be written, and as the image's user. */
function isolated(command: readonly string[]): [string, string[]] {
  const [user, group] = image.user;
  const asUser = ["setpriv", `--reuid=${user}`, `--regid=${group}`, "--clear-groups", "--no-new-privs"];
  const script = 'mount -o remount,bind,ro / && exec "$@"';
  return ["unshare", ["--mount", "sh", "-c", script, "sh", ...asUser, ...command]];
}

/** Null, or why the image cannot be run apart from the rest on this machine. */
function obstacleToIsolation(): string | null {
  const probe = spawnSync("unshare", ["--mount", "sh", "-c", "mount -o remount,bind,ro / && setpriv true"], {
    encoding: "utf8",
  });
  if (probe.status === 0) return null;
  return ` (not here: ${probe.error?.message ?? probe.stderr.trim()})`;
}
