import { SITEMAP_PATH } from "~/domain/addresses/file-addresses";
import { config } from "~/services/config.server";
import { publicResponse } from "~/services/responses/responses.server";

const ONE_HOUR_SECONDS = 3600;

const SITEMAP = config.siteUrl === null ? "" : `\nSitemap: ${config.siteUrl}${SITEMAP_PATH}\n`;

const TEXT = `User-agent: *
Disallow: /metrics
Disallow: /status
Disallow: /watchlist
Allow: /
${SITEMAP}`;

export function loader() {
  return publicResponse(TEXT, "text/plain; charset=utf-8", {
    "Cache-Control": `public, max-age=${ONE_HOUR_SECONDS}`,
    "X-Accel-Expires": String(ONE_HOUR_SECONDS),
  });
}
