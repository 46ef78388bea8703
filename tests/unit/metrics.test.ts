import { Counter } from "prom-client";
import { expect, it } from "vitest";
import { metricsRegistry } from "~/services/metrics.server";

it("while developing, the figures of a module that is loaded again replace those of before", async () => {
  const load = () =>
    new Counter({ name: "loaded_total", help: "Of a module.", registers: [metricsRegistry] });
  load().inc(2);
  load().inc();
  expect(await metricsRegistry.metrics()).toContain("loaded_total 1\n");
});
