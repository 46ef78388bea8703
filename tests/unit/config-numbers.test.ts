import { describe, expect, it } from "vitest";
import { parseConfig } from "~/services/settings.server";

const SETTINGS = [
  {
    name: "PORT",
    read: (text: string) => parseConfig({ PORT: text }).listen.port,
    accepted: ["0", "8080", "65535"],
    fallback: 3000,
    rejected: ["-1", "65536", "80.5", "http", "0x1F90", "3000;", "30 00"],
  },
  {
    name: "MARKET_DATA_TIMEOUT_MS",
    read: (text: string) => parseConfig({ MARKET_DATA_TIMEOUT_MS: text }).marketData.timeoutMs,
    accepted: ["0", "1", "600000"],
    fallback: 0,
    rejected: ["-1", "600001", "10s", "ten", "NaN", "Infinity", "9".repeat(400)],
  },
  {
    name: "CONNECTIONS_PER_ADDRESS",
    read: (text: string) => parseConfig({ CONNECTIONS_PER_ADDRESS: text }).listen.connectionsPerAddress,
    accepted: ["0", "1", "100", "2000"],
    fallback: 100,
    rejected: ["-1", "2001", "0.5", "off", "1e2"],
  },
  {
    name: "MARKET_DATA_CALLS_PER_MINUTE",
    read: (text: string) => parseConfig({ MARKET_DATA_CALLS_PER_MINUTE: text }).marketData.callsPerMinute,
    accepted: ["0", "1", "30", "100000"],
    fallback: 0,
    rejected: ["-1", "100001", "0.5", "1e3", "30/min", "many"],
  },
  {
    name: "MARKET_DATA_CALLS_PER_MONTH",
    read: (text: string) => parseConfig({ MARKET_DATA_CALLS_PER_MONTH: text }).marketData.callsPerMonth,
    accepted: ["0", "1", "10000", "1000000000"],
    fallback: 0,
    rejected: ["-1", "1000000001", "0.5", "1e4", "10,000", "10k"],
  },
  {
    name: "MARKET_DATA_CACHE_TIMEOUT_MS",
    read: (text: string) =>
      parseConfig({ MARKET_DATA_CACHE_TIMEOUT_MS: text, MARKET_DATA_URL: "https://api.test" }).marketData
        .cacheTimeoutMs,
    accepted: ["1", "250", "600000"],
    fallback: 500,
    rejected: ["0", "-1", "600001", "1.5", "500ms", "never"],
  },
] as const;

describe.each(SETTINGS)("$name", ({ name, read, accepted, fallback, rejected }) => {
  it.each(accepted)("may be %s", (text) => {
    expect(read(text)).toBe(Number(text));
    expect(read(` ${text} `)).toBe(Number(text));
  });

  it.each(["", " "])(`is ${fallback} when it is %j`, (text) => {
    expect(read(text)).toBe(fallback);
  });

  it.each(rejected)("is rejected with a sentence that names it for %j", (text) => {
    expect(() => read(text)).toThrow(new RegExp(`^${name} .+\\.$`));
  });
});

describe("the calls a minute of a service without a setting", () => {
  /** The first calls a minute, and the most. */
  function callsPerMinute(url: string, key: string | undefined, setting?: string) {
    const env = { MARKET_DATA_URL: url, MARKET_DATA_API_KEY: key, MARKET_DATA_CALLS_PER_MINUTE: setting };
    const { marketData } = parseConfig(env);
    return [marketData.firstCallsPerMinute, marketData.callsPerMinute];
  }

  it.each([
    ["https://api.coingecko.com/api/v3", 10, 30, 100],
    ["https://coingecko.com", 10, 30, 100],
    ["https://pro-api.coingecko.com/api/v3", 0, 0, 0],
    ["https://notcoingecko.com", 0, 0, 0],
    ["https://coingecko.com.example", 0, 0, 0],
    ["https://market.example/v3", 0, 0, 0],
  ])(
    "of %s begin at %d and are at most %d without a key, and are %d with one",
    (url, first, most, withKey) => {
      expect(callsPerMinute(url, undefined)).toEqual([first, most]);
      expect(callsPerMinute(url, "key")).toEqual([withKey, withKey]);
    },
  );

  it("give way to the setting", () => {
    const url = "https://api.coingecko.com/api/v3";
    expect(callsPerMinute(url, undefined, "0")).toEqual([0, 0]);
    expect(callsPerMinute(url, "key", "500")).toEqual([500, 500]);
  });
});
