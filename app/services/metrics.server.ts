import { Counter, collectDefaultMetrics, Gauge, type Metric, Registry } from "prom-client";

/** The dev server reloads changed modules along with their figures, which replace the previous ones. */
class ReloadableRegistry extends Registry {
  override registerMetric<Label extends string>(metric: Metric<Label>): void {
    if (import.meta.env.DEV && "name" in metric) this.removeSingleMetric(String(metric.name));
    super.registerMetric(metric);
  }
}

/** Figures of this process, in Prometheus terms. */
export const metricsRegistry = new ReloadableRegistry();

collectDefaultMetrics({ register: metricsRegistry });

/** What runs here: the version in package.json, and the commit that was built (vite.config.ts). */
export const BUILD: Readonly<{ version: string; revision: string }> = {
  version: import.meta.env.BUILD_VERSION ?? "unknown",
  revision: import.meta.env.BUILD_REVISION ?? "unknown",
};

new Gauge({
  name: "build_info",
  help: "1, with the version and the commit that run here.",
  labelNames: ["version", "revision"],
  registers: [metricsRegistry],
}).set(BUILD, 1);

const unhandledRejections = new Counter({
  name: "unhandled_rejections_total",
  help: "Promises that failed with nobody listening: each is a fault of the site, which goes on.",
  registers: [metricsRegistry],
});

/** From now on, logs and counts promises that fail with nobody listening, which would end the process (decision 24). */
export function surviveUnhandledRejections(): void {
  process.on("unhandledRejection", (reason) => {
    unhandledRejections.inc();
    console.error(reason);
  });
}

interface MeasuredCache {
  readonly size: number;
  readonly calculatedSize: number;
}

const caches = new Map<string, MeasuredCache>();
for (const figure of ["size", "calculatedSize"] as const)
  new Gauge({
    name: figure === "size" ? "cache_entries" : "cache_bytes",
    help: `What is kept in memory, in ${figure === "size" ? "entries" : "bytes"}.`,
    labelNames: ["cache"],
    registers: [metricsRegistry],
    collect() {
      for (const [name, cache] of caches) this.set({ cache: name }, cache[figure]);
    },
  });

/** Has the size of a cache measured under a name, in place of an earlier one. */
export function measureCache(name: string, cache: MeasuredCache): void {
  caches.set(name, cache);
}

const MAX_FAILURES = 10;

/** The last failures of what the site depends on, the latest first, without anything of a visitor. */
export const lastFailures: { readonly at: number; readonly words: string }[] = [];

export function noteFailure(words: string): void {
  lastFailures.unshift({ at: Date.now(), words });
  lastFailures.length = Math.min(lastFailures.length, MAX_FAILURES);
}
