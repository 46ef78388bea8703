import { access, lstat, rm, statfs, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { getSystemErrorMap } from "node:util";
import { getHeapStatistics } from "node:v8";
import { TIME } from "~/domain/time";
import { MarketDataFailure } from "~/services/market-data/policy/failure.server";
import { createClient, readAnswer, USUAL_LIMITS } from "~/services/market-data/source/client.server";
import { memoryLimit } from "~/services/memory-limit.server";
import { type Config, type Environment, marketInWords, readSettings } from "~/services/settings.server";
import { within } from "~/services/within.server";

/** What was found out, in a sentence or two without secrets. */
export interface Finding {
  readonly isWell: boolean;
  readonly words: string;
}

/** Milliseconds after which each examination ends. */
const MAX_WAIT_MS = 10_000;

const MEGABYTE = 1_000_000;
/** The file may have 64 MB, and is written anew beside itself. */
const FILE_MEGABYTES = 128;
/** Cached pages, files and compression (docs/operations.md). */
const MEGABYTES_BESIDE_HEAP = 256;

/** Asks for more than a year, which free plans refuse. The site makes this call, too. */
const PATH = "/coins/bitcoin/market_chart?vs_currency=usd&days=max";

/**
 * Finds out what keeps the site from working here: reads all settings, and tries what the valid ones lead to, with one call to the
 * service. Ends within some ten seconds.
 */
export async function examine(env: Environment): Promise<readonly Finding[]> {
  const { settings, faults, names } = readSettings(env);
  const { siteUrl, marketData } = settings;
  const { url, cacheUrl, cacheTimeoutMs, file } = marketData;
  const set = Object.keys(env).filter((name) => env[name]?.trim());
  const unknown = set.filter((name) => name.startsWith("MARKET_DATA_") && !names.has(name));
  const wrong = [...faults.values(), ...unknown.map((name) => `${name} is not a setting of this site.`)];
  const examinations = [
    faults.has("MARKET_DATA_URL") || faults.has("MARKET_DATA_API_KEY") ? [] : examineService(marketData),
    cacheUrl === null ? [] : examined("MARKET_DATA_CACHE_URL", examineCache(cacheUrl, cacheTimeoutMs)),
    url === null || file === null || cacheUrl ? [] : examined("MARKET_DATA_FILE", examineFile(file)),
    siteUrl === null ? [] : examined("SITE_URL", examineSite(siteUrl)),
    examineMemory(),
  ];
  return [
    ...(wrong.length > 0
      ? wrong.map(ill)
      : [well(`${set.filter((name) => names.has(name)).length} settings are valid.`)]),
    ...(await Promise.all(examinations)).flat(),
  ];
}

const well = (words: string): Finding => ({ isWell: true, words });
const ill = (words: string): Finding => ({ isWell: false, words });

/** Waits for an examination, which throws what is wrong. */
async function examined(name: string, examination: Promise<string>): Promise<Finding> {
  try {
    const words = await within(MAX_WAIT_MS, examination);
    return words === null ? ill(`${name}: no answer within ${MAX_WAIT_MS} ms.`) : well(`${name}: ${words}.`);
  } catch (error) {
    return ill(`${name}: ${reasonOf(error)}.`);
  }
}

async function examineService(market: Config["marketData"]): Promise<Finding[]> {
  const { url: baseUrl, apiKey, timeoutMs, callsPerMonth, credit } = market;
  const inWords = marketInWords(market);
  if (baseUrl === null) return [well(inWords)];
  const start = performance.now();
  let clockAheadMs = Number.NaN;
  const getBody = createClient({
    baseUrl,
    apiKey,
    timeoutMs: Math.min(timeoutMs || MAX_WAIT_MS, MAX_WAIT_MS),
    async fetch(request) {
      const response = await fetch(request);
      const ageMs = Number(response.headers.get("age")) * TIME.SECOND;
      clockAheadMs = Date.now() - ageMs - Date.parse(response.headers.get("date") ?? "");
      return response;
    },
  });
  const failure = await getBody(PATH, USUAL_LIMITS.maxBytes)
    .then((body) => readAnswer(body, { kind: "dailyHistory", path: PATH, read: (value) => value }))
    .then(
      () => null,
      (error: unknown) => error,
    );
  const isYear = failure instanceof MarketDataFailure && failure.code === 10012;
  if (failure !== null && !isYear)
    return [ill(`${inWords} ${failureInWords(failure)}`), ...ofClock(clockAheadMs)];
  const isUnbounded = isYear && credit?.name === "CoinGecko" && callsPerMonth === 0;
  return [
    well(`${inWords} It answers, within ${Math.ceil(performance.now() - start)} ms.`),
    well(
      isYear
        ? `The plan includes a year of the past, as free ones do.${isUnbounded ? " Set MARKET_DATA_CALLS_PER_MONTH, 10000 for a free key." : ""}`
        : "The plan includes more than a year of the past.",
    ),
    ...ofClock(clockAheadMs),
  ];
}

/** @param aheadMs NaN: not known */
function ofClock(aheadMs: number): Finding[] {
  const seconds = Math.round(Math.abs(aheadMs) / TIME.SECOND);
  if (Number.isNaN(seconds)) return [];
  if (seconds <= 60) return [well("The clock agrees with the service's.")];
  return [
    ill(
      `The clock is ${seconds} s ${aheadMs < 0 ? "behind" : "ahead of"} the service's: set it, as NTP does.`,
    ),
  ];
}

function failureInWords(failure: unknown): string {
  if (!(failure instanceof MarketDataFailure)) return String(failure);
  const { message, reason, status = 0 } = failure;
  const what = message.replace(PATH, "The call");
  if (reason === "rate-limited") return `${what}: the key or this network has no calls left for now.`;
  if (status === 0 || message.includes("set MARKET_DATA_")) return `${what}.`;
  return `${what}. Is ${[400, 401, 403].includes(status) ? "MARKET_DATA_API_KEY" : "MARKET_DATA_URL"} right?`;
}

/** Runs commands of each kind that replicas need. */
async function examineCache(url: string, timeoutMs: number): Promise<string> {
  const { createClient: createRedis } = await import("redis");
  const socket = { signal: AbortSignal.timeout(MAX_WAIT_MS), reconnectStrategy: false } as const;
  const client = createRedis({ url, socket, maintNotifications: "disabled" });
  client.on("error", () => {});
  try {
    await client.connect();
    const start = performance.now();
    const key = "cypto-on-the-go:doctor";
    await client.set(key, "well", { expiration: { type: "PX", value: 1000 } });
    if ((await client.getRange(key, 0, 9)) !== "well") throw new Error("what is written is not there");
    await client.eval("return 1", { keys: [key] });
    const ms = Math.ceil((performance.now() - start) / 3);
    if (ms > timeoutMs) throw new Error(`a command takes ${ms} ms, more than MARKET_DATA_CACHE_TIMEOUT_MS`);
    return `writable, within ${ms} ms`;
  } finally {
    client.destroy();
  }
}

async function examineFile(path: string): Promise<string> {
  const stats = (each: string) => lstat(each).catch(() => null);
  const found = await stats(path);
  if (found?.isFile() === false) throw new Error("it is not a regular file");
  if (found !== null) await access(path);
  let folder = dirname(path);
  // The site makes what is missing.
  while (folder !== dirname(folder) && (await stats(folder)) === null) folder = dirname(folder);
  const probe = join(folder, `.doctor-${process.pid}`);
  await writeFile(probe, Buffer.alloc(4096), { flag: "wx" }).finally(() => rm(probe, { force: true }));
  const { bavail, bsize } = await statfs(folder);
  const free = Math.floor((bavail * bsize) / MEGABYTE);
  if (free < FILE_MEGABYTES) throw new Error(`${free} MB are free, and it may need ${FILE_MEGABYTES}`);
  return `writable, ${free} MB are free`;
}

/** That it cannot be reached from inside says nothing of visitors. */
async function examineSite(siteUrl: string): Promise<string> {
  const signal = AbortSignal.timeout(MAX_WAIT_MS / 2);
  const get = (path: string) => fetch(siteUrl + path, { redirect: "manual", signal });
  const health = await get("/healthz").catch(reasonOf);
  if (typeof health === "string") return `no answer from inside (${health}), which need not mean anything`;
  const [, version] = /^ok\nversion (\S+)\n/.exec(await health.text()) ?? [];
  if (version === undefined)
    throw new Error(`another site answers, with status ${health.status} for /healthz`);
  const isOpen = (await get("/metrics")).ok;
  return `answers with version ${version}${isOpen ? ", and everyone can read /metrics" : ""}`;
}

function examineMemory(): Finding {
  const [megabytes, heap] = [memoryLimit(), getHeapStatistics().heap_size_limit].map((bytes) =>
    Math.floor(bytes / MEGABYTE),
  );
  const words = `Memory: ${megabytes} MB, of which the heap may take ${heap}`;
  const wanted = (heap ?? 0) + MEGABYTES_BESIDE_HEAP;
  if (Number(megabytes) >= wanted) return well(`${words}.`);
  return ill(`${words}: allow ${wanted} MB, or set NODE_OPTIONS=--max-old-space-size to less.`);
}

/** Names an error by what its code means, or by its message; neither has an address with a password. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause instanceof Error) return reasonOf(error.cause);
  const { code = "", errno = 0 }: NodeJS.ErrnoException = error;
  const [, meaning = ""] = getSystemErrorMap().get(errno) ?? [];
  return meaning === "" ? code || error.message.replace(/\.+$/, "") : `${meaning} (${code})`;
}
