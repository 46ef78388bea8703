import { Counter } from "prom-client";
import { expect, it } from "vitest";
import { metricsRegistry } from "~/services/metrics.server";

it("in development, a reloaded module's metrics replace the previous ones", async () => {
  const load = () =>
    new Counter({ name: "loaded_total", help: "Of a module.", registers: [metricsRegistry] });
  load().inc(2);
  load().inc();
  expect(await metricsRegistry.metrics()).toContain("loaded_total 1\n");
});
