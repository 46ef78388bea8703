import { isIP } from "node:net";
import * as v from "valibot";

/** What the environment says, read once. This is the only module that reads `process.env`. */
export interface Config {
  /** Visitors reach the site by https only, so browsers may be told to insist on it. */
  readonly isOriginHttps: boolean;
  readonly listen: ListenConfig;
  readonly marketData: MarketDataConfig;
}

/** Where the server listens. remix-serve reads both as well, an empty one in its own way. */
export interface ListenConfig {
  /** 0: any free one. */
  readonly port: number;
  /** An address of this machine, or a name of one; null: all addresses. */
  readonly host: string | null;
}

export interface MarketDataConfig {
  /** Base address of a version-3 service without a trailing slash; null: the sample market answers. */
  readonly url: string | null;
  readonly apiKey: string | null;
  /** Milliseconds for one call, from its start to the end of its body; 0: no limit. */
  readonly timeoutMs: number;
  /** So many calls a minute at the most, spread evenly; 0: no limit. */
  readonly callsPerMinute: number;
  /** Where copies of the site share what they got: Redis or Valkey. Null: each is for itself. Holds a password, maybe. */
  readonly cacheUrl: string | null;
  /** Milliseconds that a page waits for an answer from there. */
  readonly cacheTimeoutMs: number;
}

/** A wrong value in the environment; its message is one sentence that names the variable. */
export class ConfigError extends Error {
  override name = "ConfigError";
}

const DEFAULT_PORT = 3000;
const LONGEST_TIMEOUT_MS = 600_000;
const CACHE_TIMEOUT_MS = 500;
const MOST_CALLS_PER_MINUTE = 100_000;

/**
 * Parses the environment. An empty value counts as not set.
 * @throws {ConfigError} on the first wrong value.
 */
export function parseConfig(env: Readonly<Record<string, string | undefined>>): Config {
  return Object.freeze({
    isOriginHttps: parseFlag(env, "ORIGIN_IS_HTTPS"),
    listen: Object.freeze({
      port: parseWholeNumber(env, "PORT", 0, 65_535, "a port") ?? DEFAULT_PORT,
      host: parseHost(env),
    }),
    marketData: Object.freeze({
      url: parseServiceUrl(env),
      apiKey: parseApiKey(env),
      timeoutMs: parseWholeNumber(env, "MARKET_DATA_TIMEOUT_MS", 0, LONGEST_TIMEOUT_MS, "milliseconds") ?? 0,
      cacheUrl: parseCacheUrl(env),
      cacheTimeoutMs:
        parseWholeNumber(env, "MARKET_DATA_CACHE_TIMEOUT_MS", 1, LONGEST_TIMEOUT_MS, "milliseconds") ??
        CACHE_TIMEOUT_MS,
      callsPerMinute:
        parseWholeNumber(env, "MARKET_DATA_CALLS_PER_MINUTE", 0, MOST_CALLS_PER_MINUTE, "calls") ?? 0,
    }),
  });
}

export const config: Config = readConfigOrStop();

function readConfigOrStop(): Config {
  try {
    return parseConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    // A sentence for the operator, not a stack for a developer.
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

function parseServiceUrl(env: Readonly<Record<string, string | undefined>>): string | null {
  const text = given(env, "MARKET_DATA_URL");
  if (text === null) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !["http:", "https:"].includes(url.protocol)) {
    // The value is not repeated, here and below: it may hold a password.
    throw new ConfigError(
      "MARKET_DATA_URL must be an http or https address, such as https://api.example/v3.",
    );
  }
  if (url.username || url.password || url.search || url.hash) {
    throw new ConfigError(
      "MARKET_DATA_URL must be a plain address without user, password, query or fragment.",
    );
  }
  return url.href.replace(/\/+$/, "");
}

function parseApiKey(env: Readonly<Record<string, string | undefined>>): string | null {
  const text = given(env, "MARKET_DATA_API_KEY");
  if (text === null) return null;
  const key = v.safeParse(v.pipe(v.string(), v.regex(/^[\x21-\x7e]+$/), v.maxLength(512)), text);
  if (!key.success) {
    throw new ConfigError(
      "MARKET_DATA_API_KEY must be visible ASCII characters without spaces, 512 at most.",
    );
  }
  return key.output;
}

function parseCacheUrl(env: Readonly<Record<string, string | undefined>>): string | null {
  const text = given(env, "MARKET_DATA_CACHE_URL");
  if (text === null) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (
    url === null ||
    !["redis:", "rediss:"].includes(url.protocol) ||
    url.hostname === "" ||
    !/^(\/\d*)?$/.test(url.pathname) ||
    url.search ||
    url.hash ||
    !isDecodable(`${url.username} ${url.password}`)
  ) {
    throw new ConfigError(
      "MARKET_DATA_CACHE_URL must be an address such as redis://user:password@cache.example:6379/0, or with rediss.",
    );
  }
  return text;
}

/** A per cent sign of a password has to be written as %25. */
function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** Whether a name leads to this machine shows when the server listens. */
function parseHost(env: Readonly<Record<string, string | undefined>>): string | null {
  const host = given(env, "HOST");
  if (host === null || isIP(host) !== 0 || /^[a-z0-9_-]+(\.[a-z0-9_-]+)*\.?$/i.test(host)) return host;
  throw new ConfigError(
    `HOST must be an address of this machine, or a name of one, but is ${JSON.stringify(host)}.`,
  );
}

function parseWholeNumber(
  env: Readonly<Record<string, string | undefined>>,
  name: string,
  least: number,
  most: number,
  unit: string,
): number | null {
  const text = given(env, name);
  if (text === null) return null;
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= least && value <= most)) {
    throw new ConfigError(
      `${name} must be a whole number from ${least} to ${most} (${unit}), but is ${JSON.stringify(text)}.`,
    );
  }
  return value;
}

function parseFlag(env: Readonly<Record<string, string | undefined>>, name: string): boolean {
  const text = given(env, name)?.toLowerCase() ?? "false";
  if (text !== "true" && text !== "false") {
    throw new ConfigError(`${name} must be true or false, but is ${JSON.stringify(text)}.`);
  }
  return text === "true";
}

function given(env: Readonly<Record<string, string | undefined>>, name: string): string | null {
  const text = env[name]?.trim();
  return text ? text : null;
}
