import type { LoaderFunctionArgs } from "@remix-run/node";
import { config } from "~/services/config.server";
import { sitemapIndex } from "~/services/exports/sitemap.server";

/** Answers with the index of the sitemap's parts. */
export function loader({ request }: LoaderFunctionArgs) {
  return sitemapIndex(config.siteUrl, request.signal);
}
