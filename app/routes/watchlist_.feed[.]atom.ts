import type { LoaderFunctionArgs } from "@remix-run/node";
import { PAGES } from "~/domain/addresses/page-addresses";
import { hasAmounts, parseWatchlist } from "~/domain/watchlist/watchlist";
import { config } from "~/services/config.server";
import { feedResponse, watchlistFeed } from "~/services/exports/feeds.server";
import { refusedFile } from "~/services/exports/file-response.server";
import { noSuchFile } from "~/services/responses/responses.server";

export function loader({ request: { url, signal } }: LoaderFunctionArgs) {
  if (!config.hasOpenData) return noSuchFile();
  const query = new URL(url).searchParams;
  if (query.has("amounts") || hasAmounts(parseWatchlist(query.get("ids"))))
    return refusedFile("Feeds are public, so a list with amounts has none.");
  const { asked } = PAGES.followList.parse(query);
  if (asked.list.length === 0) return refusedFile("Name the coins of the list, as in ids=bitcoin,ethereum.");
  return feedResponse(asked, signal, watchlistFeed);
}
