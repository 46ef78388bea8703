import { afterEach, expect, it, vi } from "vitest";
import { formatLocal, localZone } from "~/domain/format/time";

const MOMENT = Date.UTC(2026, 10, 21, 3, 42);

afterEach(() => {
  vi.unstubAllEnvs();
});

it.each([
  ["UTC", "GMT", "21 Nov 2026, 03:42 GMT"],
  ["Asia/Kolkata", "GMT+5:30", "21 Nov 2026, 09:12 GMT+5:30"],
  ["Asia/Kathmandu", "GMT+5:45", "21 Nov 2026, 09:27 GMT+5:45"],
  ["Australia/Lord_Howe", "GMT+11", "21 Nov 2026, 14:42 GMT+11"],
  ["America/Los_Angeles", "GMT−8", "20 Nov 2026, 19:42 GMT−8"],
  ["America/St_Johns", "GMT−3:30", "21 Nov 2026, 00:12 GMT−3:30"],
  ["Pacific/Marquesas", "GMT−9:30", "20 Nov 2026, 18:12 GMT−9:30"],
  ["Pacific/Pago_Pago", "GMT−11", "20 Nov 2026, 16:42 GMT−11"],
])("a visitor in %s is in %s: %s", (zone, name, expected) => {
  vi.stubEnv("TZ", zone);
  expect(localZone(MOMENT)).toBe(name);
  expect(formatLocal(MOMENT)).toBe(expected);
});

it("a zone has its name at that moment, in summer or winter", () => {
  vi.stubEnv("TZ", "America/St_Johns");
  expect(localZone(Date.UTC(2026, 6, 1))).toBe("GMT−2:30");
  vi.stubEnv("TZ", "Europe/London");
  expect(localZone(Date.UTC(2026, 6, 1))).toBe("GMT+1");
});
