import { data } from "@remix-run/node";
import { throwFailureResponse } from "~/services/market-data/failure-response.server";
import type { DataAge, Page } from "~/services/pages/page.server";
import { OWN_PAGE, pageCacheControl } from "./cache-control.server";

/**
 * Makes the answer of a page's loader: its model, with the freshness of its data as Cache-Control; or, thrown, the status for a
 * failed upstream.
 * @param isOwn whether the page is for this visitor alone
 */
export async function pageResponse<Model extends DataAge>(promised: Promise<Page<Model>>, isOwn = false) {
  const { model, freshForMs } = await promised.catch(throwFailureResponse);
  const { isOutOfDate } = model;
  const cacheControl = isOwn ? OWN_PAGE : pageCacheControl({ freshForMs, isOutOfDate });
  return data(model, { headers: { "Cache-Control": cacheControl } });
}
