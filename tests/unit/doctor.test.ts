import { mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { examine } from "../../scripts/doctor/examine";
import { startFakeRedis } from "../support/fake-redis";
import { type Behaviour, FAULTS, limited, startFaultyUpstream } from "../support/faulty-upstream";
import { freePort } from "../support/free-port.mjs";

/** Whatever is secret in the settings. */
const SECRET = "hush-hush";

/** Examines these settings. @returns what is well, and what is wrong, without any secret */
async function findings(env: Readonly<Record<string, string>>) {
  const found = await examine(env);
  expect(JSON.stringify(found)).not.toContain(SECRET);
  const of = (wanted: boolean) => found.filter(({ isWell }) => isWell === wanted).map(({ words }) => words);
  return { well: of(true), wrong: of(false) };
}

async function serviceThat(behaviour: Behaviour) {
  const service = await startFaultyUpstream(() => behaviour);
  onTestFinished(() => service.stop());
  return { ...service, env: { MARKET_DATA_URL: service.url, MARKET_DATA_API_KEY: SECRET } };
}

const answer = (body: unknown, status = 200, headers = {}): Behaviour => {
  return { kind: "answer", status, headers, body };
};
const HISTORY = answer({ prices: [] });
const coded = (code: number, status = 400) =>
  answer({ status: { error_code: code, error_message: "" } }, status);

it("without settings, the sample market and the memory are well", async () => {
  const { well, wrong } = await findings({ HOME: "/root" });
  expect(wrong).toEqual([]);
  expect(well).toEqual([
    "0 settings are valid.",
    "Market data: the sample market, whose prices are made up.",
    expect.stringMatching(/^Memory: \d+ MB, of which the heap may take \d+\.$/),
  ]);
});

it("names all wrong settings at once, and goes on with the others", async () => {
  const { wrong, well } = await findings({
    ...{ PORT: "http", SITE_URL: "coins.example", MARKET_DATA_URL: `https://me:${SECRET}@api.test` },
    ...{ MARKET_DATA_API_KEY: SECRET, MARKET_DATA_KEY: SECRET, OPEN_DATA: "off" },
  });
  const names = wrong.map((sentence) => /^(\w+) .+\.$/.exec(sentence)?.[1]);
  expect(names.toSorted()).toEqual(["MARKET_DATA_KEY", "MARKET_DATA_URL", "PORT", "SITE_URL"]);
  expect(well).toEqual([expect.stringMatching(/^Memory: /)]);
});

it.each([
  ["with the whole past", HISTORY, "The plan includes more than a year of the past."],
  ["with a year", coded(10012, 401), "The plan includes a year of the past, as free ones do."],
])("a service %s answers one call with the key", async (_, behaviour, plan) => {
  const service = await serviceThat(behaviour);
  const { well, wrong } = await findings(service.env);
  expect(wrong).toEqual([]);
  expect(well).toEqual([
    "2 settings are valid.",
    expect.stringMatching(/^Market data: 127\.0\.0\.1:\d+, with a key, .* It answers, within \d+ ms\.$/),
    plan,
    "The clock agrees with the service's.",
    expect.stringMatching(/^Memory: /),
  ]);
  expect(service.calls.map(({ headers }) => headers["x-cg-demo-api-key"])).toEqual([SECRET]);
});

it.each<[what: string, Behaviour, words: string]>([
  ["without a key", coded(10002, 401), "the key is missing or wrong; set MARKET_DATA_API_KEY."],
  ["with a Pro key", coded(10010), "a Pro key; set MARKET_DATA_URL=https://pro-api.coingecko.com/api/v3."],
  ["with a Demo key, within a 200", coded(10011, 200), "this is a Demo key; set MARKET_DATA_URL="],
  ["with an unknown key", answer("no", 403), "The call: HTTP 403. Is MARKET_DATA_API_KEY right?"],
  ["at another address", answer("<h1>Not found</h1>", 404), "The call: HTTP 404. Is MARKET_DATA_URL right?"],
  ["that is a web page", FAULTS.html, "Is MARKET_DATA_URL right?"],
  ["with too many calls", limited("60"), "HTTP 429: the key or this network has no calls left for now."],
  ["that resets connections", { kind: "reset" }, "The call: no connection (ECONNRESET)."],
])("says what is wrong with a service %s", async (_, behaviour, words) => {
  const { wrong } = await findings((await serviceThat(behaviour)).env);
  expect(wrong).toEqual([expect.stringContaining(words)]);
});

it("a service that does not answer is waited for as long as a call may take", async () => {
  const { env } = await serviceThat({ kind: "stall" });
  const { wrong } = await findings({ ...env, MARKET_DATA_TIMEOUT_MS: "50" });
  expect(wrong).toEqual([expect.stringContaining("The call: no answer within 50 ms.")]);
});

it("a clock may be wrong by a minute, and cached answers are older", async () => {
  const at = (seconds: number, age = "0") =>
    answer({}, 200, { date: new Date(Date.now() + seconds * 1000).toUTCString(), age });
  const wrongWith = async (behaviour: Behaviour) =>
    (await findings((await serviceThat(behaviour)).env)).wrong;
  const [behind, ahead] = [/^The clock is \d\d s behind the service's: /, /^The clock is 9\d s ahead of /];
  expect(await wrongWith(at(90))).toEqual([expect.stringMatching(behind)]);
  expect(await wrongWith(at(-90))).toEqual([expect.stringMatching(ahead)]);
  for (const behaviour of [at(50), at(-50), at(-90, "90")]) expect(await wrongWith(behaviour)).toEqual([]);
});

it("a shared cache has to be there, and keep what is written", async () => {
  const { env } = await serviceThat(HISTORY);
  const redis = await startFakeRedis();
  const at = (url: string) => findings({ ...env, MARKET_DATA_CACHE_URL: url });
  const writable = expect.stringMatching(/^MARKET_DATA_CACHE_URL: writable, within \d+ ms\.$/);
  expect((await at(redis.url)).well).toContainEqual(writable);
  const dead = `redis://:${SECRET}@127.0.0.1:${await freePort()}`;
  expect((await at(dead)).wrong).toEqual(["MARKET_DATA_CACHE_URL: connection refused (ECONNREFUSED)."]);
});

it("the file needs a folder that can be written, and nothing stays in it", async () => {
  const { env } = await serviceThat(HISTORY);
  const folder = await mkdtemp(join(tmpdir(), "doctor-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const at = async (path: string) => {
    const { well, wrong } = await findings({ ...env, MARKET_DATA_FILE: path });
    return [...well, ...wrong].find((words) => words.startsWith("MARKET_DATA_FILE"));
  };
  expect(await at(join(folder, "not/yet/there"))).toMatch(/: writable, \d+ MB are free\.$/);
  await symlink("/dev/full", join(folder, "link"));
  expect(await at(join(folder, "link"))).toBe("MARKET_DATA_FILE: it is not a regular file.");
  expect(await at("/proc/market")).toMatch(/^MARKET_DATA_FILE: [a-z ]+ \(E[A-Z]+\)\.$/);
  await rm(join(folder, "link"));
  expect(await at(folder)).toBe("MARKET_DATA_FILE: it is not a regular file.");
});

it("the site's own address is asked, if it answers from inside", async () => {
  const at = async (SITE_URL: string) => {
    const { well, wrong } = await findings({ SITE_URL });
    return [...well, ...wrong].find((words) => words.startsWith("SITE_URL"));
  };
  const site = (open: boolean) =>
    startFaultyUpstream(({ path }) =>
      path === "/healthz" ? answer("ok\nversion 1.0.0\ncommit 1\n") : answer("", open ? 200 : 404),
    );
  const [open, hidden, other] = [await site(true), await site(false), await serviceThat(answer("", 301))];
  onTestFinished(async () => void (await Promise.all([open.stop(), hidden.stop()])));
  expect(await at(open.url)).toBe("SITE_URL: answers with version 1.0.0, and everyone can read /metrics.");
  expect(await at(hidden.url)).toBe("SITE_URL: answers with version 1.0.0.");
  expect(await at(other.url)).toBe("SITE_URL: another site answers, with status 301 for /healthz.");
  expect(await at(`http://127.0.0.1:${await freePort()}`)).toMatch(
    /no answer from inside \(connection refused \(ECONNREFUSED\)\)/,
  );
});
