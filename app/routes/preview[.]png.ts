import type { LoaderFunctionArgs } from "@remix-run/node";
import { lastingPictureResponse } from "~/services/pictures/picture-response.server";
import { homePicture } from "~/services/pictures/site-pictures.server";

/** Answers with the picture that stands for the site where links to it are shown. */
export function loader({ request }: LoaderFunctionArgs) {
  return lastingPictureResponse(homePicture(), request.signal);
}
