import { data, type HeadersFunction } from "@remix-run/node";
import { throwFailureResponse } from "~/services/market-data/failure-response.server";
import type { DataAge, Page } from "~/services/pages/page.server";
import { OWN_PAGE_HEADERS, publicCacheHeaders } from "./cache-control.server";

/**
 * Returns the answer of a page's loader: its model, with cache headers for as long as its data are fresh. Throws the answer
 * for a failed upstream.
 * @param isOwn whether the page is for this visitor alone
 */
export async function pageResponse<Model extends DataAge>(promised: Promise<Page<Model>>, isOwn = false) {
  const { model, freshForMs } = await promised.catch(throwFailureResponse);
  const { isOutOfDate } = model;
  return data(model, {
    headers: isOwn ? OWN_PAGE_HEADERS : publicCacheHeaders({ freshForMs, isOutOfDate }),
  });
}

/** Headers of a page: those of its loader, or of the answer that the loader threw. Remix sends neither by itself. */
export const pageHeaders: HeadersFunction = ({ errorHeaders, loaderHeaders }) =>
  errorHeaders ?? loaderHeaders;
