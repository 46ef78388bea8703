import type { LoaderFunctionArgs } from "@remix-run/node";
import { PAGES } from "~/domain/addresses/page-addresses";
import { parseCurrency } from "~/domain/market/currency";
import { readWatchlist } from "~/domain/watchlist/watchlist";
import { watchlistStart } from "~/services/page-models/watchlist-page.server";
import { OWN_PAGE_HEADERS } from "~/services/responses/headers.server";
import { failureInit, plainFailure, publicResponse } from "~/services/responses/responses.server";

/** Answers with the start of the visitor's own watchlist, for the home page. */
export async function loader({ request }: LoaderFunctionArgs) {
  const list = readWatchlist(request.headers.get("Cookie"));
  const currency = parseCurrency(new URL(request.url).searchParams.get("currency"));
  try {
    const inShort = await watchlistStart(list, currency, request.signal);
    return publicResponse(JSON.stringify(inShort), "application/json; charset=utf-8", OWN_PAGE_HEADERS);
  } catch (error) {
    return plainFailure(`${PAGES.watchlist.failure.message}.`, failureInit(error));
  }
}
