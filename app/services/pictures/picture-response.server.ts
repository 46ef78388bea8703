import type { DataAge } from "~/domain/refresh-schedule";
import { plainCoinFailure } from "~/services/exports/file-response.server";
import { metricsRegistry } from "~/services/metrics.server";
import type { AgedModel } from "~/services/page-models/aged-model.server";
import { publicCacheHeaders } from "~/services/responses/headers.server";
import { failureInit, publicResponse } from "~/services/responses/responses.server";
import { createRasteriser } from "./rasteriser.server";

const RETRY_SECONDS = 5;

const rasterise = createRasteriser(metricsRegistry);

/**
 * Answers with a picture of a page, as fresh as the page. Without data or a slot in the queue the answer is a sentence
 * that no cache keeps: 404 for an unknown coin, 503 otherwise.
 * @param draw returns the picture as SVG
 * @param signal aborted when the visitor disconnects
 */
export async function pictureResponse<Model extends DataAge>(
  promised: Promise<AgedModel<Model>>,
  draw: (model: Model) => string,
  signal: AbortSignal,
): Promise<Response> {
  let aged: AgedModel<Model>;
  try {
    aged = await promised;
  } catch (error) {
    const { status, headers } = failureInit(error);
    return status === 404 ? plainCoinFailure(status, headers) : noPicture(headers);
  }
  const png = await rasterise(draw(aged.model), signal);
  if (png === null) return noPicture(new Headers());
  const cacheHeaders = publicCacheHeaders(aged.freshForMs, aged.model.isOutOfDate);
  return publicResponse(Buffer.from(png), "image/png", cacheHeaders);
}

function noPicture(headers: Headers): Response {
  if (!headers.has("Retry-After")) headers.set("Retry-After", String(RETRY_SECONDS));
  return plainCoinFailure(503, headers);
}
