import type { LoaderFunctionArgs } from "@remix-run/node";
import { coinExport, historyCsv } from "~/services/exports/coin-export.server";
import { fileResponse } from "~/services/exports/file-response.server";

/** Answers with all points of a coin's price history. */
export function loader({ params, request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams;
  return fileResponse(coinExport(params["id"] ?? "", query, request.signal), historyCsv);
}
