import { collectDefaultMetrics, Registry } from "prom-client";

/** All figures of this process, in Prometheus terms. */
export const metricsRegistry = new Registry();

collectDefaultMetrics({ register: metricsRegistry });
