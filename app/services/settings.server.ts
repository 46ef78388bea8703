import { isIP } from "node:net";
import * as v from "valibot";
import { isolated } from "~/domain/format/text";
import { TIME } from "~/domain/time";

export type Config = ReturnType<typeof readSettings>["settings"];

/** Port and host at which the server listens. remix-serve reads both as well, an empty one in its own way. */
export type ListenConfig = Config["listen"];

/** The base address of the sample market, which answers in this process: no network has such a host. */
export const SAMPLE_MARKET_URL = "http://sample-market.invalid/api/v3";

/** As this service asks for it, in one of its own wordings: https://brand.coingecko.com/resources/attribution-guide */
const COINGECKO = {
  name: "CoinGecko",
  text: "Powered by CoinGecko API",
  href: "https://www.coingecko.com/en/api",
};

/** Settings without effect on the sample market: whoever sets them has forgotten the service. */
const OF_A_SERVICE = ["MARKET_DATA_API_KEY", "MARKET_DATA_CACHE_URL", "MARKET_DATA_CACHE_TIMEOUT_MS"];

export type Environment = Readonly<Record<string, string | undefined>>;

/** Wrong values in the environment; its message is a sentence for each, on a line of its own, which names the variable. */
export class ConfigError extends Error {
  override name = "ConfigError";
}

const timeoutMs = (min: number) => wholeNumber(min, 10 * TIME.MINUTE, "milliseconds");

const MAX_LINK_NAME_LENGTH = 60;
const MAX_SOCIAL_LINKS = 8;

/** @throws {ConfigError} if there is a wrong value */
export function parseConfig(env: Environment): Config {
  const { settings, faults } = readSettings(env);
  if (faults.size > 0) throw new ConfigError([...faults.values()].join("\n"));
  return settings;
}

/**
 * Reads the settings of the site. Surrounding spaces are ignored, and an empty value counts as not set.
 * @returns the settings, in which a wrong value counts as not set; a sentence for each wrong one, by its name; and which names there are
 */
export function readSettings(env: Environment) {
  const names = new Set<string>();
  const faults = new Map<string, string>();
  const textOf = (name: string) => env[name]?.trim() || null;

  // Messages follow the name of the setting. Those of addresses and keys do not repeat the value, which may contain a password.
  function read<Value>(name: string, schema: v.GenericSchema<string, Value>, byDefault: string): Value;
  function read<Value>(name: string, schema: v.GenericSchema<string, Value>): Value | null;
  function read<Value>(name: string, schema: v.GenericSchema<string, Value>, byDefault?: string) {
    names.add(name);
    const text = textOf(name);
    if (text !== null) {
      const result = v.safeParse(schema, text, { abortEarly: true });
      if (result.success) return result.output;
      faults.set(name, `${name} ${result.issues[0].message}`);
    }
    return byDefault === undefined ? null : v.parse(schema, byDefault);
  }

  const url = read("MARKET_DATA_URL", serviceUrl());
  const ownCredit = read("MARKET_DATA_CREDIT", link());
  const apiKey = read("MARKET_DATA_API_KEY", secret(1));
  const ownLimit = read("MARKET_DATA_CALLS_PER_MINUTE", wholeNumber(0, 100_000, "calls"));
  const usual = usualCallsPerMinute(url, apiKey !== null);
  const settings = {
    /** Visitors reach the site only by https, so browsers may be told to enforce it. */
    isOriginHttps: read("ORIGIN_IS_HTTPS", flag(), "false"),
    listen: Object.freeze({
      /** 0: any free one. */
      port: read("PORT", wholeNumber(0, 65_535, "a port"), "3000"),
      /** A local address or host name; null: all addresses. Whether it is local is known only when listening. */
      host: read("HOST", checked(isHost, butIs("an address of this machine, or a name of one"))),
      /** Maximum connections per public address; 0: unlimited, because those are proxies, which hold the connections of all visitors. */
      connectionsPerAddress: read("CONNECTIONS_PER_ADDRESS", wholeNumber(0, 2000, "connections"), "100"),
    }),
    logFormat: read("LOG_FORMAT", choice("text", "json"), "text"),
    /** Public address of the site, an origin without a trailing slash; null if unknown. */
    siteUrl: read("SITE_URL", siteOrigin()),
    /** Profiles of whoever runs the site, which every page links to; null: the footer shows placeholders. */
    socialLinks: read("SITE_SOCIAL_LINKS", socialLinks()),
    /** Who runs the site, how to reach them, and their terms: links for the footer and the page about the site. */
    owner: ownerLinks(
      read("SITE_OPERATOR", link()),
      read("SITE_CONTACT", contact()),
      read("SITE_TERMS_URL", page()),
    ),
    /** Browsers do not load Highcharts: charts are drawings of the server. */
    hasStaticCharts: read("INTERACTIVE_CHART", choice("on", "off"), "on") === "off",
    /** Browsers keep the last pages for when there is no network. */
    keepsPagesOffline: read("SERVICE_WORKER", choice("on", "off"), "on") === "on",
    /** Others may read price histories: exports, embedded charts, and the pages about them. */
    hasOpenData: read("OPEN_DATA", choice("on", "off"), "on") === "on",
    hasStatusPage: read("STATUS_PAGE", choice("on", "off"), "on") === "on",
    /** What signs the paths of pictures, the same for all replicas; null: derived from the password in `cacheUrl`. */
    pictureKey: read("PICTURE_KEY", secret(32)),
    marketData: Object.freeze({
      /** Base address of a version-3 service without a trailing slash; null: the sample market answers. */
      url,
      apiKey,
      /** The source of prices, which every page with data credits; null: none, and always null for the sample market. */
      credit: creditOf(url, ownCredit),
      /** Milliseconds for one call, from its start to the end of its body; 0: as long as Node's `fetch` waits. */
      timeoutMs: read("MARKET_DATA_TIMEOUT_MS", timeoutMs(0), "0"),
      /** Limit of calls per minute; 0: none. */
      callsPerMinute: ownLimit ?? usual.most,
      /** The site begins with so many: less where the limit is not known. */
      firstCallsPerMinute: ownLimit ?? usual.first,
      /** Limit of calls per calendar month (UTC); 0: none. */
      callsPerMonth: read("MARKET_DATA_CALLS_PER_MONTH", wholeNumber(0, 1_000_000_000, "calls"), "0"),
      /** Redis or Valkey, through which replicas share answers; null: nothing is shared. May contain a password. */
      cacheUrl: read("MARKET_DATA_CACHE_URL", cacheUrl()),
      /** Milliseconds that a page waits for an answer from it. */
      cacheTimeoutMs: read("MARKET_DATA_CACHE_TIMEOUT_MS", timeoutMs(1), "500"),
      /** File in which the process saves its data for the next start; null: none. */
      file: read("MARKET_DATA_FILE", checked(isFilePath, butIs("the path of a file"))),
    }),
  };
  for (const name of OF_A_SERVICE)
    if (textOf(name) !== null && textOf("MARKET_DATA_URL") === null && !faults.has(name))
      faults.set(name, `${name} is set, but not MARKET_DATA_URL, the service that it is for.`);
  return { settings: Object.freeze(settings), faults, names };
}

/** Describes the market for the log in one sentence, without the key and the path of its address, which may be secret, too. */
export function marketInWords({ url, apiKey, credit, ...limits }: Config["marketData"]): string {
  if (url === null) return "Market data: the sample market, whose prices are made up.";
  const { callsPerMinute: most, firstCallsPerMinute: first, callsPerMonth } = limits;
  const minute = most === 0 ? "any number of calls a minute" : `${most} calls a minute`;
  const facts = [
    new URL(url).host,
    apiKey === null ? "without a key" : "with a key",
    first < most ? `${first} to ${minute}` : minute,
    `${callsPerMonth || "any number"} a month`,
    credit === null ? "without a credit" : `credited to ${credit.name}`,
  ];
  return `Market data: ${facts.join(", ")}.`;
}

function butIs(wanted: string) {
  return ({ input }: v.BaseIssue<unknown>) => `must be ${wanted}, but is ${JSON.stringify(input)}.`;
}

function checked(check: (text: string) => boolean, message: v.ErrorMessage<v.CheckIssue<string>>) {
  return v.pipe(v.string(), v.check(check, message));
}

function wholeNumber(min: number, max: number, unit: string) {
  const isInside = (text: string) => /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max;
  return v.pipe(
    checked(isInside, butIs(`a whole number from ${min} to ${max} (${unit})`)),
    v.transform(Number),
  );
}

function choice<const Word extends string>(...words: readonly [Word, Word]) {
  return v.pipe(v.string(), v.toLowerCase(), v.picklist(words, butIs(words.join(" or "))));
}

function flag() {
  return v.pipe(
    choice("true", "false"),
    v.transform((text) => text === "true"),
  );
}

function webAddress(example: string) {
  return v.pipe(
    checked(
      (text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol),
      `must be an http or https address, such as ${example}.`,
    ),
    v.transform((text) => new URL(text)),
  );
}

function serviceUrl() {
  return v.pipe(
    webAddress("https://api.example/v3"),
    v.check(
      (url) => !(url.username || url.password || url.search || url.hash),
      "must be a plain address without user, password, query or fragment.",
    ),
    v.transform((url) => url.href.replace(/\/+$/, "")),
  );
}

function siteOrigin() {
  return v.pipe(
    webAddress("https://coins.example"),
    v.check(
      (url) => url.href === `${url.origin}/`,
      "must be scheme, host and port alone, without user, path, query or fragment.",
    ),
    v.transform((url) => url.origin),
  );
}

function secret(minLength: number) {
  const isSecret = (text: string) => text.length >= minLength && /^[\x21-\x7e]{1,512}$/.test(text);
  return checked(isSecret, `must be ${minLength} to 512 visible ASCII characters without spaces.`);
}

function cacheUrl() {
  const example = "redis://user:password@cache.example:6379/0";
  return checked(isCacheUrl, `must be an address such as ${example}, or with rediss.`);
}

function page() {
  return v.pipe(
    webAddress("https://example.com/terms"),
    v.transform(({ href }) => href),
  );
}

/** An address for mail, or of a page. */
function contact() {
  return v.pipe(
    v.string(),
    v.transform((text) => (/^[^\s@:/?#]+@[^\s@:/?#]+$/.test(text) ? `mailto:${text}` : text)),
    v.check(
      (text) => URL.canParse(text) && /^(?:https?|mailto):$/.test(new URL(text).protocol),
      "must be an address for mail, such as site@example.com, or of a page, such as https://example.com/contact.",
    ),
  );
}

/** Returns the links that are set. */
function ownerLinks(
  operator: ReturnType<typeof readLink>,
  contactHref: string | null,
  termsHref: string | null,
) {
  const links = [
    { name: `Run by ${isolated(operator?.name ?? "")}`, href: operator?.href ?? null },
    { name: "Contact", href: contactHref },
    { name: "Terms of use", href: termsHref },
  ];
  return Object.freeze(links.flatMap(({ name, href }) => (href === null ? [] : { name, href })));
}

function link() {
  return v.pipe(
    v.string(),
    v.transform(readLink),
    v.check(
      (link) => link !== null,
      `must be a name of up to ${MAX_LINK_NAME_LENGTH} characters, a space and an http or https address, such as "Example https://example.com".`,
    ),
  );
}

/** Up to eight names and addresses, separated by commas. */
function socialLinks() {
  return v.pipe(
    v.string(),
    v.transform((text) => text.split(",").map((part) => readLink(part.trim()))),
    v.check(
      (links) => links.length <= MAX_SOCIAL_LINKS && !links.includes(null),
      `must be up to ${MAX_SOCIAL_LINKS} names of up to ${MAX_LINK_NAME_LENGTH} characters, each with a space and an http or https address, separated by commas, such as "GitHub https://github.com/example, X https://x.com/example".`,
    ),
    v.transform((links) => Object.freeze(links.filter((link) => link !== null))),
  );
}

/** Reads a name, a space and an http or https address; null for anything else. */
function readLink(text: string) {
  const [, name = "", href = ""] = /^(\S.*?)\s+(https?:\/\/\S+)$/.exec(text) ?? [];
  const isName = name !== "" && name.length <= MAX_LINK_NAME_LENGTH && !/[\p{Cc}\p{Cf}]|:\/\//u.test(name);
  return isName && URL.canParse(href) ? Object.freeze({ name, href: new URL(href).href }) : null;
}

/** Returns the name and address of the source of prices, and the text that credits it. @param own what the operator has set */
function creditOf(serviceUrl: string | null, own: ReturnType<typeof readLink>) {
  if (serviceUrl === null) return null;
  if (own !== null) return Object.freeze({ name: own.name, text: `Prices by ${own.name}`, href: own.href });
  return isCoinGecko(serviceUrl) ? Object.freeze(COINGECKO) : null;
}

/** The limit of CoinGecko's free key; without a key it is not known, and changes. Paid plans have a host of their own. */
function usualCallsPerMinute(serviceUrl: string | null, hasKey: boolean) {
  const isFree = serviceUrl !== null && isCoinGecko(serviceUrl) && !serviceUrl.includes("//pro-api.");
  if (!isFree) return { first: 0, most: 0 };
  return hasKey ? { first: 100, most: 100 } : { first: 10, most: 30 };
}

function isCoinGecko(serviceUrl: string): boolean {
  return /(?:^|\.)coingecko\.com$/.test(new URL(serviceUrl).hostname);
}

function isHost(text: string): boolean {
  return isIP(text) !== 0 || /^[a-z0-9_-]+(\.[a-z0-9_-]+)*\.?$/i.test(text);
}

function isFilePath(text: string): boolean {
  return text.length <= 1000 && !/[\0\n]|\/$/.test(text);
}

function isCacheUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, pathname, search, hash, username, password } = new URL(text);
  const isPlain = hostname !== "" && /^(\/\d*)?$/.test(pathname) && search === "" && hash === "";
  return /^rediss?:$/.test(protocol) && isPlain && isDecodable(`${username} ${password}`);
}

/** Returns whether a per cent sign of a password is written as %25. */
function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
