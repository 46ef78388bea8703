import { failureInit } from "~/services/documents/failure-response.server";
import {
  type CacheHeaders,
  LASTING_PAGE_HEADERS,
  publicCacheHeaders,
  setSecurityHeaders,
} from "~/services/documents/headers.server";
import { plainCoinFailure } from "~/services/exports/file-response.server";
import { metricsRegistry } from "~/services/metrics.server";
import type { DataAge, Page } from "~/services/pages/page.server";
import { createRasteriser, PictureRefusal } from "./rasteriser.server";

/** Seconds after which a picture that was refused may be asked for again. */
const RETRY_SECONDS = 5;

const rasterise = createRasteriser(metricsRegistry);

/**
 * Answers with a picture of a page, as fresh as the page. Without data or without a place in the queue the answer is a
 * sentence that no cache keeps: 404 for an unknown coin, 503 for all else.
 * @param draw returns the picture as SVG
 * @param signal aborted when the visitor disconnects
 */
export async function pictureResponse<Model extends DataAge>(
  promised: Promise<Page<Model>>,
  draw: (model: Model) => string,
  signal: AbortSignal,
): Promise<Response> {
  try {
    const { model, freshForMs } = await promised;
    return await picture(draw(model), publicCacheHeaders(freshForMs, model.isOutOfDate), signal);
  } catch (error) {
    return failedPicture(error);
  }
}

/** Answers with a picture that does not change. */
export function lastingPictureResponse(svg: string, signal: AbortSignal): Promise<Response> {
  return picture(svg, LASTING_PAGE_HEADERS, signal).catch(failedPicture);
}

async function picture(svg: string, cacheHeaders: CacheHeaders, signal: AbortSignal): Promise<Response> {
  const headers = new Headers({ "Content-Type": "image/png", ...cacheHeaders });
  setSecurityHeaders(headers);
  return new Response(Buffer.from(await rasterise(svg, signal)), { headers });
}

function failedPicture(error: unknown): Response {
  const failure = error instanceof PictureRefusal ? null : failureInit(error);
  if (failure?.status === 404) return plainCoinFailure(failure);
  const headers = failure?.headers ?? new Headers();
  if (!headers.has("Retry-After")) headers.set("Retry-After", String(RETRY_SECONDS));
  return plainCoinFailure({ status: 503, statusText: "Service Unavailable", headers });
}
