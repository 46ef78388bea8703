import type { LoaderFunctionArgs } from "@remix-run/node";
import { PAGES } from "~/domain/addresses/page-addresses";
import { parseCurrency } from "~/domain/market/currency";
import { parseQuery } from "~/domain/search/query";
import { suggestions } from "~/services/page-models/search-page.server";
import { publicCacheHeaders } from "~/services/responses/headers.server";
import { failureInit, plainFailure, publicResponse } from "~/services/responses/responses.server";

/** Answers with up to eight coins for the typed text, the number of matches, and up to two exchanges. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const query = parseQuery(searchParams.get("q"));
  const currency = parseCurrency(searchParams.get("currency"));
  try {
    const { model, freshForMs } = await suggestions(query, currency, request.signal);
    return publicResponse(
      JSON.stringify(model),
      "application/json; charset=utf-8",
      publicCacheHeaders(freshForMs),
    );
  } catch (error) {
    return plainFailure(`${PAGES.search.failure.message}.`, failureInit(error));
  }
}
