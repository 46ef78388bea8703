import { expect, it } from "vitest";
import { createSingleFlight } from "~/services/single-flight.server";
import { createClock } from "./market-data/market-under-test";

const STAYS = new AbortController().signal;

it("starts again for a caller who comes after all others have left, even while the aborted run continues", async () => {
  const flights = createSingleFlight<string>(createClock());
  const leaving = new AbortController();
  flights.begin("coins", () => new Promise(() => {}));
  const left = flights.join("coins", leaving.signal);
  leaving.abort(new Error("left"));
  await expect(left).rejects.toThrow("left");
  expect(flights.get("coins")).toBeUndefined();
  flights.begin("coins", async () => "new");
  expect(await flights.join("coins", STAYS)).toBe("new");
});

it("goes on for the callers who stay, and once it has started even for nobody", async () => {
  const flights = createSingleFlight<string>(createClock());
  const signals: AbortSignal[] = [];
  const ends: ((result: string) => void)[] = [];
  for (const key of ["waits", "started"]) {
    flights.begin(key, (signal, onStart) => {
      signals.push(signal);
      if (key === "started") onStart();
      return new Promise((resolve) => ends.push(resolve));
    });
  }
  const leaving = new AbortController();
  const stays = flights.join("waits", STAYS);
  const left = ["waits", "started"].map((key) => flights.join(key, leaving.signal));
  await Promise.resolve();
  leaving.abort(new Error("left"));
  for (const visitor of left) await expect(visitor).rejects.toThrow("left");
  expect(signals.map(({ aborted }) => aborted)).toEqual([false, false]);
  for (const end of ends) end("done");
  expect(await stays).toBe("done");
});
