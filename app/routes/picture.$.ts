import type { LoaderFunctionArgs } from "@remix-run/node";
import { TIME } from "~/domain/time";
import { config } from "~/services/config.server";
import { BusyError } from "~/services/http/work-queue.server";
import { createMarketPictures } from "~/services/pictures/market-pictures.server";
import { picturePaths } from "~/services/pictures/picture-paths.server";
import { BUSY, plainFailure, publicResponse } from "~/services/responses/responses.server";
import { createSampleMarket } from "~/services/sample-market/sample-market.server";

const { url: serviceUrl } = config.marketData;
const pictures = createMarketPictures(
  serviceUrl === null ? createSampleMarket() : new URL(serviceUrl).origin,
);

const SECONDS = (7 * TIME.DAY) / 1000;

const HEADERS = {
  "Cache-Control": `public, max-age=${SECONDS}, immutable`,
  "X-Accel-Expires": String(SECONDS),
  "Content-Security-Policy": "default-src 'none'",
  "Cross-Origin-Resource-Policy": "same-origin",
};

/** Answers with the picture of a coin or an exchange; 404 for one that the market data did not name, or that has failed. */
export async function loader({ request }: LoaderFunctionArgs) {
  const url = picturePaths.urlOf(new URL(request.url).pathname);
  try {
    const picture = url === null ? null : await pictures.find(url);
    if (picture === null) return plainFailure("There is no such picture.", { status: 404 });
    return publicResponse(picture.bytes, picture.type, HEADERS);
  } catch (error) {
    if (error instanceof BusyError) return new Response(BUSY.body, BUSY);
    throw error;
  }
}
