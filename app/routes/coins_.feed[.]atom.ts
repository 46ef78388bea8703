import type { LoaderFunctionArgs } from "@remix-run/node";
import { parseFollowedMovers } from "~/domain/market/coin-selection";
import { parseCurrency } from "~/domain/market/currency";
import { config } from "~/services/config.server";
import { atomFeed } from "~/services/exports/atom.server";
import { fileResponse } from "~/services/exports/file-response.server";
import { moversFeed } from "~/services/exports/list-feed.server";
import { noSuchFile } from "~/services/responses/responses.server";

export function loader({ request }: LoaderFunctionArgs) {
  if (!config.hasOpenData) return noSuchFile();
  const query = new URL(request.url).searchParams;
  const movers = parseFollowedMovers(query);
  return fileResponse(moversFeed(parseCurrency(query.get("currency")), movers, request.signal), atomFeed);
}
