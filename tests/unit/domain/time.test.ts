import { describe, expect, it, vi } from "vitest";
import {
  formatAxisTime,
  formatDate,
  formatLocal,
  formatLocalMoment,
  formatUtc,
  formatWait,
  localZone,
} from "~/domain/format/time";

const MOMENT = Date.UTC(2026, 10, 21, 3, 42, 59, 999);
const LONG_MS = 400 * 86_400_000;
const utcDay = (time: number) => formatAxisTime(time, "7d", 0, "utc");
const utcMonth = (time: number) => formatAxisTime(time, "max", LONG_MS, "utc");
const utcTimeOfDay = (time: number) => formatAxisTime(time, "24h", 0, "utc");

describe("a moment in UTC", () => {
  it.each([
    ["in full", formatUtc, "21 Nov 2026, 03:42 UTC"],
    ["as a date", (time: number) => formatDate(time, "utc"), "21 Nov 2026"],
    ["as a day", utcDay, "21 Nov"],
    ["as a month", utcMonth, "Nov 2026"],
    ["as a time of day", utcTimeOfDay, "03:42"],
  ])("is written %s", (_, format, expected) => expect(format(MOMENT)).toBe(expected));

  it.each([
    [Date.UTC(1970, 0, 1), "1 Jan 1970, 00:00 UTC"],
    [Date.UTC(2024, 1, 29, 23, 59, 59), "29 Feb 2024, 23:59 UTC"],
    [Date.UTC(2025, 11, 31, 23, 59), "31 Dec 2025, 23:59 UTC"],
    [Date.UTC(2026, 8, 9, 9, 9), "9 Sep 2026, 09:09 UTC"],
    [Date.UTC(1969, 11, 31, 12), "31 Dec 1969, 12:00 UTC"],
  ])("%d is written as %s", (time, expected) => expect(formatUtc(time)).toBe(expected));

  it("names every month by three letters", () => {
    const months = Array.from({ length: 12 }, (_, month) => utcMonth(Date.UTC(2026, month, 1)));
    expect(months.map((text) => text.slice(0, -5))).toEqual([
      ...["Jan", "Feb", "Mar", "Apr", "May", "Jun"],
      ...["Jul", "Aug", "Sep", "Oct", "Nov", "Dec"],
    ]);
  });

  it.each(["Asia/Kolkata", "America/Los_Angeles", "Pacific/Kiritimati"])(
    "is the same text when the machine is in %s",
    (zone) => {
      vi.stubEnv("TZ", zone);
      expect(new Date(MOMENT).getTimezoneOffset()).not.toBe(0);

      expect(formatUtc(MOMENT)).toBe("21 Nov 2026, 03:42 UTC");
      expect(utcMonth(Date.UTC(2026, 0, 1))).toBe("Jan 2026");
      expect(utcDay(Date.UTC(2026, 11, 31, 23, 59))).toBe("31 Dec");
    },
  );

  it("does not depend on the machine's locale data", () => {
    vi.spyOn(Intl, "DateTimeFormat").mockImplementation(() => {
      throw new Error("not available here");
    });
    const toLocale = ["toLocaleString", "toLocaleDateString", "toLocaleTimeString"] as const;
    for (const method of toLocale) vi.spyOn(Date.prototype, method).mockReturnValue("other text");

    expect(formatUtc(MOMENT)).toBe("21 Nov 2026, 03:42 UTC");
    expect(utcMonth(MOMENT)).toBe("Nov 2026");
  });
});

it.each([
  ["UTC", "UTC", "21 Nov 2026, 03:42 UTC"],
  ["Asia/Kolkata", "UTC+5:30", "21 Nov 2026, 09:12 UTC+5:30"],
  ["Asia/Kathmandu", "UTC+5:45", "21 Nov 2026, 09:27 UTC+5:45"],
  ["Australia/Lord_Howe", "UTC+11", "21 Nov 2026, 14:42 UTC+11"],
  ["America/Los_Angeles", "UTC−8", "20 Nov 2026, 19:42 UTC−8"],
  ["America/St_Johns", "UTC−3:30", "21 Nov 2026, 00:12 UTC−3:30"],
  ["Pacific/Marquesas", "UTC−9:30", "20 Nov 2026, 18:12 UTC−9:30"],
  ["Pacific/Pago_Pago", "UTC−11", "20 Nov 2026, 16:42 UTC−11"],
])("a visitor in %s is in %s: %s", (zone, name, expected) => {
  vi.stubEnv("TZ", zone);
  expect(localZone(MOMENT)).toBe(name);
  expect(formatLocal(MOMENT)).toBe(expected);
});

it("a zone has its name at that moment, in summer or winter", () => {
  vi.stubEnv("TZ", "America/St_Johns");
  expect(localZone(Date.UTC(2026, 6, 1))).toBe("UTC−2:30");
  vi.stubEnv("TZ", "Europe/London");
  expect(localZone(Date.UTC(2026, 6, 1))).toBe("UTC+1");
});

it("a moment in short has a date only on another day, by the visitor's midnight", () => {
  vi.stubEnv("TZ", "Asia/Kolkata");
  const evening = Date.UTC(2026, 10, 21, 17, 0);
  expect(formatLocalMoment(evening, evening + 60_000)).toBe("22:30");
  expect(formatLocalMoment(evening, evening + 2 * 3_600_000)).toBe("21 Nov 2026, 22:30");
  expect(formatDate(evening + 2 * 3_600_000, "local")).toBe("22 Nov 2026");
});

it("a wait is given in seconds, a long one in minutes, and never rounded down", () => {
  const waits = [0, 1000, 11_200, 90_000, 90_001, 600_000].map(formatWait).join(", ");
  expect(waits).toBe("1 second, 1 second, 12 seconds, 90 seconds, 2 minutes, 10 minutes");
});
