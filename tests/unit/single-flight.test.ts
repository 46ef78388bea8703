import { expect, it } from "vitest";
import { createSingleFlight } from "~/services/single-flight.server";
import { createClock } from "./market-data/market-under-test";

it("starts again for a caller who comes after all others have left, even while the aborted run continues", async () => {
  const flights = createSingleFlight<string>(createClock());
  const leaving = new AbortController();
  flights.begin("coins", () => new Promise(() => {}));
  const left = flights.join("coins", leaving.signal);
  leaving.abort(new Error("left"));
  await expect(left).rejects.toThrow("left");
  expect(flights.get("coins")).toBeUndefined();
  flights.begin("coins", async () => "new");
  expect(await flights.join("coins", new AbortController().signal)).toBe("new");
});
