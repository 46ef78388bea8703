import type { LoaderFunctionArgs } from "@remix-run/node";
import { PAGES } from "~/domain/pages";
import { parseQuery } from "~/domain/search/query";
import { publicCacheHeaders } from "~/services/documents/headers.server";
import { plainFailure, publicResponse } from "~/services/documents/responses.server";
import { failureInit } from "~/services/market-data/failure-response.server";
import { suggestions } from "~/services/pages/search-page.server";

/** Answers with up to eight coins for what is being typed, how many there are, and up to two exchanges. */
export async function loader({ request }: LoaderFunctionArgs) {
  const query = parseQuery(new URL(request.url).searchParams.get("q"));
  try {
    const { model, freshForMs } = await suggestions(query, request.signal);
    return publicResponse(
      JSON.stringify(model),
      "application/json; charset=utf-8",
      publicCacheHeaders(freshForMs),
    );
  } catch (error) {
    return plainFailure(`${PAGES.search.failure.message}.`, failureInit(error));
  }
}
