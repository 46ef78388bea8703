import { config } from "~/services/config.server";
import { picturePaths } from "~/services/pictures/picture-paths.server";
import { SAMPLE_MARKET_URL } from "~/services/settings.server";
import { httpUrl } from "./fields.server";

const serviceOrigin = new URL(config.marketData.url ?? SAMPLE_MARKET_URL).origin;

/**
 * Reads the address of a picture, which has to be https, or on the market data service itself, which may be near and without.
 * Returns the site's own path of it, at 50 by 50 pixels: the service's hosts have three sizes, others one.
 */
export function picture(value: unknown): string | null {
  const url = httpUrl(value);
  if (url === null) return null;
  const { protocol, origin, hostname } = new URL(url);
  if (protocol !== "https:" && origin !== serviceOrigin) return null;
  const isService = hostname.endsWith(".coingecko.com");
  return picturePaths.pathOf(isService ? url.replace(/\/(thumb|small|large)\//, "/small/") : url);
}
