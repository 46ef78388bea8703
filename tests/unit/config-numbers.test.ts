import { describe, expect, it } from "vitest";
import { parseConfig } from "~/services/config.server";

const SETTINGS = [
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
    name: "MARKET_DATA_CACHE_TIMEOUT_MS",
    read: (text: string) => parseConfig({ MARKET_DATA_CACHE_TIMEOUT_MS: text }).marketData.cacheTimeoutMs,
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
