import { describe, expect, it } from "vitest";
import { parseConfig } from "~/services/settings.server";

type Numbers = ReturnType<typeof parseConfig>["listen"] & ReturnType<typeof parseConfig>["marketData"];

describe.each<[name: string, field: keyof Numbers, usual: number, accepted: string, rejected: string]>([
  ["PORT", "port", 3000, "0|8080|65535", "-1|65536|80.5|http|0x1F90|3000;|30 00"],
  ["MARKET_DATA_TIMEOUT_MS", "timeoutMs", 0, "0|1|600000", "-1|600001|10s|ten|NaN|Infinity"],
  ["CONNECTIONS_PER_ADDRESS", "connectionsPerAddress", 100, "0|1|100|2000", "-1|2001|0.5|off|1e2"],
  ["MARKET_DATA_CALLS_PER_MINUTE", "callsPerMinute", 0, "0|1|30|100000", "-1|100001|0.5|1e3|30/min|many"],
  [
    "MARKET_DATA_CALLS_PER_MONTH",
    "callsPerMonth",
    0,
    "0|1|10000|1000000000",
    "-1|1000000001|0.5|1e4|10,000|10k",
  ],
  ["MARKET_DATA_CACHE_TIMEOUT_MS", "cacheTimeoutMs", 500, "1|250|600000", "0|-1|600001|1.5|500ms|never"],
])("%s", (name, field, usual, accepted, rejected) => {
  const read = (text: string) => {
    const { listen, marketData } = parseConfig({ MARKET_DATA_URL: "https://api.test", [name]: text });
    return { ...listen, ...marketData }[field];
  };

  it.each(accepted.split("|"))("may be %s", (text) => {
    for (const written of [text, ` ${text} `]) expect(read(written)).toBe(Number(text));
  });

  it.each(["", " "])(`is ${usual} when it is %j`, (text) => expect(read(text)).toBe(usual));

  it.each([...rejected.split("|"), "9".repeat(400)])(
    "is rejected with a sentence that names it for %j",
    (text) => expect(() => read(text)).toThrow(new RegExp(`^${name} .+\\.$`)),
  );
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
  ])("of %s begin at %d and are at most %d without a key, and %d with one", (url, first, most, withKey) => {
    expect(callsPerMinute(url, undefined)).toEqual([first, most]);
    expect(callsPerMinute(url, "key")).toEqual([withKey, withKey]);
  });

  it("give way to the setting", () => {
    const url = "https://api.coingecko.com/api/v3";
    expect(callsPerMinute(url, undefined, "0")).toEqual([0, 0]);
    expect(callsPerMinute(url, "key", "500")).toEqual([500, 500]);
  });
});
