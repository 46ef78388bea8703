import type { LoaderFunctionArgs } from "@remix-run/node";
import { parseChartMode } from "~/domain/addresses/file-addresses";
import { PAGES } from "~/domain/addresses/page-addresses";
import { parseCurrency } from "~/domain/market/currency";
import { config } from "~/services/config.server";
import { chartSvg } from "~/services/exports/chart-svg.server";
import { coinExport, historyCsv, historyJson } from "~/services/exports/coin-export.server";
import { coinFeed, feedResponse } from "~/services/exports/feeds.server";
import { fileResponse } from "~/services/exports/file-response.server";
import { pastCsvResponse } from "~/services/exports/past-csv.server";
import { coinTile, tileSvg } from "~/services/exports/tile-svg.server";
import { coinPicture } from "~/services/pictures/coin-picture.server";
import { pictureResponse } from "~/services/pictures/picture-response.server";
import { noSuchFile } from "~/services/responses/responses.server";

/** Answers with a file of a coin's page: all points of its price history, its chart for other sites, its feed, or its preview image. */
export function loader({ params, request }: LoaderFunctionArgs) {
  const { id = "", file } = params;
  if (!config.hasOpenData && file !== "preview.png") return noSuchFile();
  const query = new URL(request.url).searchParams;
  const gather = () => coinExport(id, query, request.signal);
  switch (file) {
    case "history.csv":
      return fileResponse(gather(), historyCsv);
    case "history.json":
      return fileResponse(gather(), historyJson);
    case "chart.svg":
      return fileResponse(gather(), (model) => chartSvg(model, parseChartMode(query.get("mode"))));
    case "past.csv":
      return pastCsvResponse(id, query, request.signal);
    case "feed.atom":
      return feedResponse(PAGES.follow.parse(query, id).asked, request.signal, coinFeed);
    case "tile.svg":
      return fileResponse(coinTile(id, parseCurrency(query.get("currency")), request.signal), (model) =>
        tileSvg(model, parseChartMode(query.get("mode"))),
      );
    case "preview.png":
      return pictureResponse(gather(), coinPicture, request.signal);
    default:
      return noSuchFile();
  }
}
