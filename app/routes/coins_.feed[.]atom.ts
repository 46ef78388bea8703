import type { LoaderFunctionArgs } from "@remix-run/node";
import { PAGES } from "~/domain/addresses/page-addresses";
import { config } from "~/services/config.server";
import { feedResponse, moversFeed } from "~/services/exports/feeds.server";
import { noSuchFile } from "~/services/responses/responses.server";

export function loader({ request: { url, signal } }: LoaderFunctionArgs) {
  if (!config.hasOpenData) return noSuchFile();
  return feedResponse(PAGES.followMovers.parse(new URL(url).searchParams).asked, signal, moversFeed);
}
