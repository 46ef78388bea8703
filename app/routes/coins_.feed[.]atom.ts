import type { LoaderFunctionArgs } from "@remix-run/node";
import { config } from "~/services/config.server";
import { moversFeedResponse } from "~/services/exports/list-feed.server";
import { noSuchFile } from "~/services/responses/responses.server";

export function loader({ request }: LoaderFunctionArgs) {
  if (!config.hasOpenData) return noSuchFile();
  return moversFeedResponse(new URL(request.url).searchParams, request.signal);
}
