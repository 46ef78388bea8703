import type { LoaderFunctionArgs } from "@remix-run/node";
import { parseChartMode } from "~/domain/files";
import { chartSvg } from "~/services/exports/chart-svg.server";
import { coinExport } from "~/services/exports/coin-export.server";
import { fileResponse } from "~/services/exports/file-response.server";

/** Answers with the chart of a coin's price history, for embedding in other sites. */
export function loader({ params, request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams;
  return fileResponse(coinExport(params["id"] ?? "", query, request.signal), (model) =>
    chartSvg(model, parseChartMode(query.get("mode"))),
  );
}
