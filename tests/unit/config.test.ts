import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { ConfigError, marketInWords, parseConfig } from "~/services/settings.server";
import { serviceCalled } from "../support/compose";

type Environment = Readonly<Record<string, string | undefined>>;

/** With a service, without which these settings are refused. */
const parseWithService = (env: Environment) => parseConfig({ MARKET_DATA_URL: "https://api.test", ...env });

describe("the market in words", () => {
  const KEY = { MARKET_DATA_API_KEY: "CG-secret" };
  const LIMITS = { MARKET_DATA_CALLS_PER_MINUTE: "250", MARKET_DATA_CALLS_PER_MONTH: "100000" };
  it.each<[words: string, Environment]>([
    ["the sample market, whose prices are made up", {}],
    [
      "api.coingecko.com, without a key, 10 to 30 calls a minute, any number a month, credited to CoinGecko",
      { MARKET_DATA_URL: "https://api.coingecko.com/api/v3" },
    ],
    [
      "api.coingecko.com, with a key, 100 calls a minute, 10000 a month, credited to CoinGecko",
      { MARKET_DATA_URL: "https://api.coingecko.com/api/v3", ...KEY, MARKET_DATA_CALLS_PER_MONTH: "10000" },
    ],
    [
      "pro-api.coingecko.com, with a key, 250 calls a minute, 100000 a month, credited to CoinGecko",
      { MARKET_DATA_URL: "https://pro-api.coingecko.com/api/v3", ...KEY, ...LIMITS },
    ],
    [
      "market.test:8443, without a key, any number of calls a minute, any number a month, without a credit",
      { MARKET_DATA_URL: "https://market.test:8443/secret/v3" },
    ],
  ])("is: %s", (words, env) => {
    expect(marketInWords(parseConfig(env).marketData)).toBe(`Market data: ${words}.`);
  });
});

describe("the configuration", () => {
  it.each<[string, Environment]>([
    ["nothing is set", {}],
    ["only other variables are set", { HOME: "/root", market_data_url: "http://lower.test" }],
    [
      "everything is empty",
      { MARKET_DATA_URL: "", MARKET_DATA_API_KEY: "", MARKET_DATA_FILE: "", PORT: "", HOST: "" },
    ],
    [
      "everything is blank",
      { MARKET_DATA_URL: "  ", MARKET_DATA_API_KEY: "\t", MARKET_DATA_TIMEOUT_MS: " ", PORT: " ", HOST: " " },
    ],
    ["everything is undefined", { MARKET_DATA_URL: undefined, PORT: undefined }],
  ])("uses the sample market, without a timeout, when %s", (_, env) => {
    expect(parseConfig(env)).toEqual({
      isOriginHttps: false,
      logFormat: "text",
      siteUrl: null,
      socialLinks: null,
      owner: [],
      hasStaticCharts: false,
      keepsPagesOffline: true,
      hasOpenData: true,
      hasStatusPage: true,
      pictureKey: null,
      listen: { port: 3000, host: null, connectionsPerAddress: 100 },
      marketData: {
        url: null,
        apiKey: null,
        credit: null,
        timeoutMs: 0,
        callsPerMinute: 0,
        firstCallsPerMinute: 0,
        callsPerMonth: 0,
        cacheUrl: null,
        cacheTimeoutMs: 500,
        file: null,
      },
    });
  });

  it.each([
    ["https://api.test/api/v3", "https://api.test/api/v3"],
    ["https://api.test/api/v3/", "https://api.test/api/v3"],
    ["https://api.test/api/v3///", "https://api.test/api/v3"],
    ["http://127.0.0.1:4010", "http://127.0.0.1:4010"],
    ["http://127.0.0.1:4010/", "http://127.0.0.1:4010"],
    [" https://api.test/api/v3 ", "https://api.test/api/v3"],
    ["HTTPS://API.test/", "https://api.test"],
  ])("accepts the service's address %j, without trailing slashes", (text, expected) => {
    expect(parseConfig({ MARKET_DATA_URL: text }).marketData.url).toBe(expected);
  });

  const CACHES = ["redis://cache.test", "redis://cache.test:6379/0", "redis://:hush@127.0.0.1"];
  const OTHER_CACHES = ["redis://user:hush@cache.test:6380/15", "rediss://cache.test/", "redis://[::1]:6379"];
  const KEYS = ["CG-abc123", "x", "!~", "k".repeat(512)];
  const HOSTS = ["0.0.0.0", "127.0.0.1", "::", "::1", "localhost", "app_1.internal.", "2001:db8::1"];

  it.each([
    ...[...CACHES, ...OTHER_CACHES].map((text) => ["MARKET_DATA_CACHE_URL", text]),
    ...KEYS.map((text) => ["MARKET_DATA_API_KEY", text]),
    ...HOSTS.map((text) => ["HOST", text]),
    ...[".cache/market-data", "/data/a file"].map((text) => ["MARKET_DATA_FILE", text]),
  ])("accepts as %s, whatever the space around it: %s", (name = "", text) => {
    const { listen, marketData } = parseWithService({ [name]: ` ${text} ` });
    expect([listen.host, marketData.cacheUrl, marketData.apiKey, marketData.file]).toContain(text);
  });

  it("cannot be changed afterwards", () => {
    const config = parseConfig({});
    expect([Object.isFrozen(config), Object.isFrozen(config.marketData)]).toEqual([true, true]);
  });

  it.each([
    [" HTTPS://Coins.test/ ", "https://coins.test"],
    ["http://127.0.0.1:8080", "http://127.0.0.1:8080"],
  ])("accepts %j as the site's own address", (text, expected) => {
    expect(parseConfig({ SITE_URL: text }).siteUrl).toBe(expected);
  });

  it.each([
    ["https://api.coingecko.com/api/v3", undefined, "Powered by CoinGecko API"],
    ["https://pro-api.coingecko.com/api/v3", undefined, "Powered by CoinGecko API"],
    ["https://coingecko.com.evil.test/api/v3", undefined, undefined],
    ["https://notcoingecko.com/api/v3", undefined, undefined],
    ["https://api.test", "Open Prices https://prices.test/", "Prices by Open Prices"],
    ["https://api.coingecko.com/api/v3", "Gecko https://gecko.test", "Prices by Gecko"],
    [undefined, "Open Prices https://prices.test", undefined],
  ])("credits the right source for the service %j and the credit %j: %s", (url, given, text) => {
    const { credit } = parseConfig({ MARKET_DATA_URL: url, MARKET_DATA_CREDIT: given }).marketData;
    expect(credit?.text).toBe(text);
  });

  it.each([
    ["GitHub https://github.com/someone", ["GitHub https://github.com/someone"]],
    [
      "GitHub https://github.com/someone, Our blog  http://blog.test ,X https://x.com/a?b=1#c",
      ["GitHub https://github.com/someone", "Our blog http://blog.test/", "X https://x.com/a?b=1#c"],
    ],
  ])("reads social links from %j", (text, expected) => {
    const links = parseConfig({ SITE_SOCIAL_LINKS: text }).socialLinks ?? [];
    expect(links.map(({ name, href }) => `${name} ${href}`)).toEqual(expected);
  });
});

it.each([
  [{ SITE_OPERATOR: "Some One https://one.test" }, "Run by Some One", "https://one.test/"],
  [{ SITE_CONTACT: "site@one.test" }, "Contact", "mailto:site@one.test"],
  [{ SITE_CONTACT: "https://one.test/contact?a=1" }, "Contact", "https://one.test/contact?a=1"],
  [{ SITE_TERMS_URL: "HTTPS://one.test/terms" }, "Terms of use", "https://one.test/terms"],
])("the owner's link of %j is %s", (env, name, href) => {
  expect(parseConfig(env).owner).toEqual([{ name, href }]);
});

/** Where a value has a secret, that is `hush`. */
const REJECTED: Readonly<Record<string, readonly string[]>> = {
  MARKET_DATA_URL: [
    ...["api.test", "/api/v3", "ftp://api.test", "javascript:alert(1)", "file:///etc/passwd", "http://"],
    ...["https://api.test?key=hush", "https://api.test/#hush", "http://api.test:99999", "not an address"],
    ...["https://user:hush@api.test/api/v3", "https://hush@api.test", "https://:hush@api.test"],
    ...["ftp://user:hush@api.test", "user:hush@api.test", "//user:hush@api.test", "https://user:hush@"],
    "https://user:hush@api.test:99999",
  ],
  SERVICE_WORKER: ["yes", "false", "0"],
  INTERACTIVE_CHART: ["no", "static", "0"],
  STATUS_PAGE: ["no", "private"],
  SITE_OPERATOR: ["Some One", "https://one.test", "Some One one.test", "Some One javascript:alert(1)"],
  SITE_CONTACT: [
    ...["one.test", "@one.test", "a b@one.test", "javascript:alert(1)", "tel:123", "data:,@x", "a@b@c"],
  ],
  SITE_TERMS_URL: ["one.test/terms", "/terms", "javascript:alert(1)", "mailto:site@one.test"],
  OPEN_DATA: ["no", "true", "1", "off on"],
  MARKET_DATA_API_KEY: [
    ...["hush hush", "hush\r\nX-Evil: 1", "hush\u0000", "hushé", `hush${"k".repeat(509)}`],
  ],
  PICTURE_KEY: ["hush", `hush${"k".repeat(27)}`, `hush ${"k".repeat(32)}`, `hush${"k".repeat(509)}`],
  MARKET_DATA_CACHE_URL: [
    ...["http://user:hush@cache.test", "redis:hush", "redis://", "user:hush@cache.test:6379"],
    ...["redis://user:hush@cache.test/first", "redis://user:hush@cache.test:99999", "unix:///run/redis.sock"],
    ...["redis://cache.test?password=hush", "redis://user:hush%@cache.test", "redis://cache.test/0#hush"],
  ],
  MARKET_DATA_CREDIT: [
    ...["Prices", "https://prices.test", "Prices prices.test", "Prices javascript:alert(1)"],
    ...[`${"P".repeat(61)} https://prices.test`, "Pri\nces https://prices.test"],
  ],
  MARKET_DATA_FILE: ["/data/", "/", "a\nb", "a\0b"],
  HOST: ["http://localhost", "localhost:3000", "a b", "[::1]", "a..b", "1:2", "/run/site.sock", "*"],
  SITE_URL: [
    ...[
      "coins.test",
      "ftp://coins.test",
      "//coins.test",
      "https://coins.test/app",
      "https://coins.test/?a=1",
    ],
    ...["https://coins.test/?", "https://coins.test/#top", "https://coins.test:99999"],
    "https://user:hush@coins.test",
  ],
  SITE_SOCIAL_LINKS: [
    ...["GitHub", "https://github.com/someone", "GitHub github.com/someone", "GitHub javascript:alert(1)"],
    ...["GitHub https://github.com/someone,", "Git\nHub https://github.com/someone"],
    "GitHub https://github.com/someone X https://x.com/someone",
    `${"G".repeat(61)} https://github.com/someone`,
    Array.from({ length: 9 }, (_, index) => `Link${index} https://link.test/${index}`).join(", "),
  ],
};

describe.each(Object.entries(REJECTED))("%s is rejected", (name, values) => {
  it.each(values)("with a sentence that names it and has no secret, for %j", (value) => {
    const message = refusal({ [name]: value });
    expect(message).toMatch(new RegExp(`^${name} .+\\.$`));
    expect(message).not.toContain("hush");
  });
});

it.each([
  ["MARKET_DATA_API_KEY", "hush"],
  ["MARKET_DATA_CACHE_URL", "redis://:hush@cache.test"],
  ["MARKET_DATA_CACHE_TIMEOUT_MS", "250"],
])("%s is refused without the service that it is for", (name, value) => {
  const sentence = `${name} is set, but not MARKET_DATA_URL, the service that it is for.`;
  expect(refusal({ [name]: value })).toBe(sentence);
  expect(() => parseWithService({ [name]: value })).not.toThrow();
});

it.each<[market: string, url: string, cacheUrl: string | null]>([
  ["the sample market", "", null],
  ["a service", "https://api.test", "redis://:0f1e@valkey:6379"],
])("the environment in compose.yaml is accepted for %s", (_, url, cacheUrl) => {
  // Compose fills in variables as a shell does.
  const filledIn = (text: unknown) =>
    execFileSync("sh", ["-c", `printf %s "${text}"`], {
      env: { NODE_ENV: "test", MARKET_DATA_URL: url, VALKEY_PASSWORD: "0f1e" },
    }).toString();
  const { environment } = serviceCalled("app");
  const env = Object.entries(environment).map(([name, value]) => [name, filledIn(value)]);
  expect(parseConfig(Object.fromEntries(env)).marketData.cacheUrl).toBe(cacheUrl);
});

it("a wrong value without a secret is in the sentence", () => {
  expect(refusal({ MARKET_DATA_FILE: "/data/" })).toBe(
    'MARKET_DATA_FILE must be the path of a file, but is "/data/".',
  );
});

/** The message of the error that this environment is rejected with. */
function refusal(env: Environment): string {
  try {
    parseConfig(env);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return error instanceof ConfigError ? error.message : "";
  }
  throw new Error("This environment was accepted.");
}
