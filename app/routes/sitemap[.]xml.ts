import type { LoaderFunctionArgs } from "@remix-run/node";
import { config } from "~/services/config.server";
import { sitemapIndex } from "~/services/exports/sitemap.server";

export function loader({ request }: LoaderFunctionArgs) {
  return sitemapIndex(config.siteUrl, request.signal);
}
