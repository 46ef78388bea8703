import type { LoaderFunctionArgs } from "@remix-run/node";
import { coinExport } from "~/services/exports/coin-export.server";
import { coinPicture } from "~/services/pictures/coin-picture.server";
import { pictureResponse } from "~/services/pictures/picture-response.server";

/** Answers with the preview image of a coin's page. */
export function loader({ params, request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams;
  const page = coinExport(params["id"] ?? "", query, request.signal);
  return pictureResponse(page, coinPicture, request.signal);
}
