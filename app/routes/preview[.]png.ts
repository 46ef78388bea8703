import type { LoaderFunctionArgs } from "@remix-run/node";
import { TIME } from "~/domain/time";
import { agedModel, oldestOf } from "~/services/page-models/aged-model.server";
import { pictureResponse } from "~/services/pictures/picture-response.server";
import { homePicture } from "~/services/pictures/site-pictures.server";

export function loader({ request }: LoaderFunctionArgs) {
  const page = Promise.resolve(agedModel(oldestOf([], 5 * TIME.MINUTE), {}));
  return pictureResponse(page, homePicture, request.signal);
}
