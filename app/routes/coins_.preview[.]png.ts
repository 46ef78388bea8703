import type { LoaderFunctionArgs } from "@remix-run/node";
import { parseCurrency } from "~/domain/market/currency";
import { coinsPage } from "~/services/page-models/coins-page.server";
import { pictureResponse } from "~/services/pictures/picture-response.server";
import { coinsPicture } from "~/services/pictures/site-pictures.server";

export function loader({ request }: LoaderFunctionArgs) {
  const currency = parseCurrency(new URL(request.url).searchParams.get("currency"));
  return pictureResponse(coinsPage(currency, 1, null, null, request.signal), coinsPicture, request.signal);
}
