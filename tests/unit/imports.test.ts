import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { expect, it, onTestFinished } from "vitest";

const REFUSED = [
  ["app/domain/one.ts", "../services/config.server"],
  ["app/domain/two.ts", "~/components/coin-card"],
  ["app/domain/chart/three.ts", "../../services/config.server"],
  ["app/domain/deep/er/four.ts", "../../../routes/coins"],
  ["app/components/five.tsx", "~/services/config.server"],
  ["app/components/chart/six.tsx", "../../services/config.server"],
  ["app/components/deep/er/seven.tsx", "../../../routes/coins"],
  ["app/services/eight.server.ts", "~/routes/coins"],
  ["app/services/pages/nine.server.ts", "../../components/coin-card"],
  ["app/services/deep/er/ten.server.ts", "../../../routes/coins"],
] as const;

const ALLOWED = [
  ["app/domain/chart/eleven.ts", "../market/coin"],
  ["app/components/chart/twelve.tsx", "../error-view"],
  ["app/components/thirteen.tsx", "~/domain/market/coin"],
  ["app/services/pages/fourteen.server.ts", "../../domain/market/coin"],
  ["app/services/pages/fifteen.server.ts", "../config.server"],
  ["app/routes/sixteen.tsx", "../services/config.server"],
  ["app/routes/seventeen.tsx", "~/components/coin-card"],
] as const;

it("the linter rejects imports against the direction routes → components and services → domain, at any depth", async () => {
  const folder = await mkdtemp(join(tmpdir(), "imports-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await cp("biome.json", join(folder, "biome.json"));
  for (const [path, from] of [...REFUSED, ...ALLOWED]) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), `import { x } from "${from}";\n\nexport const y = x;\n`);
  }
  const report = await lint(folder);
  const refused = [...report.matchAll(/^(\S+?):\d+:\d+ lint\/style\/noRestrictedImports/gm)];
  expect(refused.map(([, path]) => path).sort()).toEqual(REFUSED.map(([path]) => path).sort());
});

/** Runs the project's linter with the project's configuration, copied to a folder. Resolves to what it prints. */
function lint(folder: string): Promise<string> {
  return new Promise((done) => {
    const options = ["lint", "--vcs-enabled=false", "--colors=off", "--only=style/noRestrictedImports"];
    const program = resolve("node_modules/.bin/biome");
    execFile(program, options, { cwd: folder }, (_, stdout, stderr) => done(stdout + stderr));
  });
}
