import { afterEach, beforeEach, expect, vi } from "vitest";

// An error on the console fails the test that caused it. A test that expects one
// replaces this spy's implementation and clears it again.
beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  // Kept off the terminal: failures of the service, and the line about each day's calls.
  for (const level of ["warn", "info"] as const) vi.spyOn(console, level).mockImplementation(() => {});
});

afterEach(() => {
  const calls = vi.mocked(console.error).mock.calls;
  vi.restoreAllMocks();
  expect(calls, "console.error was called").toEqual([]);
});
