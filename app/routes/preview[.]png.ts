import type { LoaderFunctionArgs } from "@remix-run/node";
import { lastingPictureResponse } from "~/services/pictures/picture-response.server";
import { homePicture } from "~/services/pictures/site-pictures.server";

/** Answers with the preview image of the site. */
export function loader({ request }: LoaderFunctionArgs) {
  return lastingPictureResponse(homePicture(), request.signal);
}
