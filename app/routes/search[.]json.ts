import type { LoaderFunctionArgs } from "@remix-run/node";
import { parseQuery } from "~/domain/search/query";
import { pageCacheControl } from "~/services/documents/cache-control.server";
import { throwFailureResponse } from "~/services/market-data/failure-response.server";
import { suggestions } from "~/services/pages/search-page.server";

/** Answers with up to eight coins for what is being typed, and how many there are. */
export async function loader({ request }: LoaderFunctionArgs) {
  const query = parseQuery(new URL(request.url).searchParams.get("q"));
  const { model, freshForMs } = await suggestions(query, request.signal).catch(throwFailureResponse);
  return new Response(JSON.stringify(model), {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Cache-Control": pageCacheControl({ freshForMs, isOutOfDate: false }),
      "X-Content-Type-Options": "nosniff",
    },
  });
}
