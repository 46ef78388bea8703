import { metricsRegistry } from "~/services/metrics.server";
import { createRasteriser } from "./rasteriser.server";

/** The one thread of this process that draws pictures. */
export const rasterise = createRasteriser(metricsRegistry);
