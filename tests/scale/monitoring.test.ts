import { readFileSync } from "node:fs";
import * as v from "valibot";
import { afterAll, expect, it, vi } from "vitest";
import { parse } from "yaml";
import { startFaultyUpstream } from "../support/faulty-upstream";
import { freePort } from "../support/free-port.mjs";
import { startSite } from "../support/site";
import { answerNormally } from "./replicas";

const upstream = await startFaultyUpstream(answerNormally);
const site = await startSite({
  LOG_FORMAT: "JSON",
  MARKET_DATA_URL: upstream.url,
  MARKET_DATA_CALLS_PER_MONTH: "10000",
  // Nothing listens there.
  MARKET_DATA_CACHE_URL: `redis://127.0.0.1:${await freePort()}`,
});

afterAll(async () => {
  await site.stop();
  await upstream.stop();
});

const textAt = async (path: string, headers = {}) => (await fetch(site.url + path, { headers })).text();

const EXPRESSION = v.pipe(v.string(), v.minLength(1));
const ALERTS = v.strictObject({
  groups: v.array(
    v.strictObject({
      name: v.string(),
      rules: v.array(
        v.strictObject({
          alert: v.pipe(v.string(), v.regex(/^\w+$/)),
          expr: EXPRESSION,
          for: v.pipe(v.string(), v.regex(/^\d+[mh]$/)),
          labels: v.strictObject({ severity: v.picklist(["critical", "warning"]) }),
          annotations: v.strictObject({ summary: v.string(), description: v.optional(v.string()) }),
        }),
      ),
    }),
  ),
});
const DASHBOARD = v.object({
  title: v.string(),
  schemaVersion: v.number(),
  templating: v.object({ list: v.array(v.object({ name: v.string(), type: v.string() })) }),
  panels: v.array(
    v.object({
      id: v.number(),
      type: v.string(),
      title: v.string(),
      targets: v.array(v.object({ refId: v.string(), expr: EXPRESSION })),
    }),
  ),
});

it.each<[file: string, expressions: (text: string) => readonly string[]]>([
  [
    "deploy/prometheus/alerts.yml",
    (text) => v.parse(ALERTS, parse(text)).groups.flatMap(({ rules }) => rules.map(({ expr }) => expr)),
  ],
  [
    "deploy/grafana/dashboard.json",
    (text) =>
      v.parse(DASHBOARD, JSON.parse(text)).panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ],
])("%s names metrics that the site has", async (file, expressions) => {
  await textAt("/coins");
  const metrics = await textAt("/metrics");
  const kinds = Object.fromEntries(
    [...metrics.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = "", kind]) => [name, kind]),
  );
  const used = expressions(readFileSync(file, "utf8")).flatMap((expression) => [
    ...expression
      .replaceAll(/\{.*?\}|\[.*?\]|\b(?:by|without) \(.*?\)/g, "")
      .matchAll(/\b[a-z_]\w*\b(?! *\()/g),
  ]);
  expect(used.length).toBeGreaterThan(5);
  for (const [name] of used) {
    const base = name.replace(/_bucket$/, "");
    expect(kinds[base], name).toEqual(base === name ? expect.stringMatching(/counter|gauge/) : "histogram");
  }
});

it("metrics and the health check name version and commit; metrics the kinds of page and the state of the cache", async () => {
  for (const path of ["/coin/bitcoin", "/coin/bitcoin.data", "/favicon.ico", "/wp-login.php"])
    await textAt(path);
  const answer = await fetch(`${site.url}/metrics`);
  expect(answer.headers.get("content-type")).toContain("text/plain; version=0.0.4");
  const metrics = await answer.text();
  expect(metrics).toMatch(/^build_info\{version="\d+\.\d+\.\d+",revision="[\w-]+"\} 1$/m);
  const [, version, revision] = /^build_info\{version="(.+?)",revision="(.+?)"\}/m.exec(metrics) ?? [];
  expect(await textAt("/healthz")).toBe(`ok\nversion ${version}\ncommit ${revision}\n`);
  for (const line of [
    'http_requests_total{by="remix",route="coin.$id",status="200"} 2',
    'http_requests_total{by="file",route="file",status="200"} 1',
    'http_requests_total{by="remix",route="nowhere",status="404"} 1',
    "http_requests_in_flight 1",
    "market_data_cache_up 0",
  ])
    expect(metrics).toContain(`${line}\n`);
});

it("with LOG_FORMAT=json each line is an object, which names the request", async () => {
  upstream.behave(() => ({ kind: "answer", status: 500, body: "" }));
  const refused = "x".repeat(65);
  await textAt("/coin/tether", { "x-request-id": "3f2a-traced" });
  await textAt("/coin/solana", { "x-request-id": refused });
  await textAt("/healthz", { "x-request-id": "a.health_check" });
  await vi.waitFor(() => expect(site.log()).toContain("a.health_check"));
  const lines: Record<string, string>[] = site
    .log()
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  for (const [level, message, requestId] of [
    ["info", /^\[remix-serve\] http/, undefined],
    ["warn", /^market data cache: out of use/, undefined],
    ["warn", /^market data: bad-response: .*tether/, "3f2a-traced"],
    ["warn", /^market data: bad-response: .*solana/, expect.stringMatching(/^[\da-f-]{36}$/)],
    ["info", /^GET \/healthz 200 /, "a.health_check"],
  ])
    expect(lines).toContainEqual({
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      level,
      message: expect.stringMatching(message),
      requestId,
    });
  expect(site.log()).not.toContain(refused);
});
