import { expect, it, vi } from "vitest";
import { beginsLate, coveredSpan } from "~/domain/chart/covered-span";
import { timeZones } from "~/domain/format/time";
import { TIME } from "~/domain/time";

const NOW = Date.UTC(2026, 10, 22, 12);

it.each([
  ["14d", 14, "14 days"],
  ["14d", 13.5, "14 days"],
  ["14d", 4.7, "since 17 Nov"],
  ["1y", 330, "since 27 Dec 2025"],
  ["24h", 1, "24 hours"],
  ["24h", 0.25, "since 06:00 UTC"],
  ["1y", 364, "1 year"],
  ["1y", 0, "since 22 Nov"],
  ["max", 3, "all time"],
] as const)("data of %s that cover %d days are named %s", (range, days, words) => {
  expect(coveredSpan(range, NOW - days * TIME.DAY, NOW)).toBe(words);
  expect(beginsLate(range, NOW - days * TIME.DAY, NOW)).toBe(words.startsWith("since"));
});

it("no data are named by their range", () => expect(coveredSpan("7d", undefined, undefined)).toBe("7 days"));

it("the beginning is named in the visitor's zone if times are", () => {
  vi.stubEnv("TZ", "Asia/Kolkata");
  expect(coveredSpan("14d", Date.UTC(2026, 10, 17, 20), NOW, "local")).toBe("since 18 Nov");
  expect(coveredSpan("24h", NOW - TIME.HOUR, NOW, "local")).toBe("since 16:30");
});

it.each([
  ["Europe/Paris", 7, "UTC+1"],
  ["Europe/Paris", 30, "UTC+2 and UTC+1"],
  ["Europe/Paris", 365, "UTC+1 and UTC+2"],
  ["Europe/Paris", 4000, "UTC+1 and UTC+2"],
  ["Asia/Kolkata", 365, "UTC+5:30"],
  // It was at UTC+2 and UTC+3, and then stayed at UTC+3; before that there was UTC+4 for a while.
  ["Europe/Samara", 7000, "your time zone"],
])("in %s, the last %d days are in %s", (zone, days, names) => {
  vi.stubEnv("TZ", zone);
  expect(timeZones(NOW - days * TIME.DAY, NOW)).toBe(names);
});
