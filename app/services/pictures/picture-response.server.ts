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
import { createRasteriser } from "./rasteriser.server";

/** Seconds after which a failed picture may be requested again. */
const RETRY_SECONDS = 5;

const rasterise = createRasteriser(metricsRegistry);

/**
 * Answers with a picture of a page, as fresh as the page. Without data or a slot in the queue the answer is a sentence
 * that no cache keeps: 404 for an unknown coin, 503 otherwise.
 * @param draw returns the picture as SVG
 * @param signal aborted when the visitor disconnects
 */
export async function pictureResponse<Model extends DataAge>(
  promised: Promise<Page<Model>>,
  draw: (model: Model) => string,
  signal: AbortSignal,
): Promise<Response> {
  let page: Page<Model>;
  try {
    page = await promised;
  } catch (error) {
    const failure = failureInit(error);
    return failure.status === 404 ? plainCoinFailure(failure) : noPicture(failure.headers);
  }
  const { model, freshForMs } = page;
  return picture(draw(model), publicCacheHeaders(freshForMs, model.isOutOfDate), signal);
}

/** Answers with a picture that does not change. */
export function lastingPictureResponse(svg: string, signal: AbortSignal): Promise<Response> {
  return picture(svg, LASTING_PAGE_HEADERS, signal);
}

async function picture(svg: string, cacheHeaders: CacheHeaders, signal: AbortSignal): Promise<Response> {
  const png = await rasterise(svg, signal);
  if (png === null) return noPicture();
  const headers = new Headers({ "Content-Type": "image/png", ...cacheHeaders });
  setSecurityHeaders(headers);
  return new Response(Buffer.from(png), { headers });
}

function noPicture(headers = new Headers()): Response {
  if (!headers.has("Retry-After")) headers.set("Retry-After", String(RETRY_SECONDS));
  return plainCoinFailure({ status: 503, statusText: "Service Unavailable", headers });
}
