import type { LoaderFunctionArgs } from "@remix-run/node";
import { config } from "~/services/config.server";
import { sitemapPart } from "~/services/exports/sitemap.server";

export function loader({ params, request }: LoaderFunctionArgs) {
  return sitemapPart(config.siteUrl, params.part ?? "", request.signal);
}
