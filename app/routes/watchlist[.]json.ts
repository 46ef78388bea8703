import type { LoaderFunctionArgs } from "@remix-run/node";
import { PAGES } from "~/domain/addresses/page-addresses";
import { parseCurrency } from "~/domain/market/currency";
import { noteVisit } from "~/domain/watchlist/last-visit";
import { readWatchlist } from "~/domain/watchlist/watchlist";
import { SYSTEM_CLOCK } from "~/services/clock.server";
import { watchlistStart } from "~/services/page-models/watchlist-page.server";
import { appendCookie, OWN_PAGE_HEADERS } from "~/services/responses/headers.server";
import { failureInit, plainFailure, publicResponse } from "~/services/responses/responses.server";

/** Answers with the start of the visitor's own watchlist, for the home page. */
export async function loader({ request }: LoaderFunctionArgs) {
  const cookies = request.headers.get("Cookie");
  const list = readWatchlist(cookies);
  const { since, cookie } = noteVisit(cookies, list, SYSTEM_CLOCK.now());
  const currency = parseCurrency(new URL(request.url).searchParams.get("currency"));
  try {
    const body = JSON.stringify(await watchlistStart(list, currency, since, request.signal));
    const answer = publicResponse(body, "application/json; charset=utf-8", OWN_PAGE_HEADERS);
    if (cookie !== null) appendCookie(answer.headers, cookie);
    return answer;
  } catch (error) {
    return plainFailure(`${PAGES.watchlist.failure.message}.`, failureInit(error));
  }
}
