import type { LoaderFunctionArgs } from "@remix-run/node";
import { DEFAULT_CURRENCY } from "~/domain/market/currency";
import { readWatchlist } from "~/domain/watchlist/watchlist";
import { listCsv } from "~/services/exports/list-csv.server";
import { namedCoin } from "~/services/page-models/watchlist-page.server";
import { OWN_PAGE_HEADERS } from "~/services/responses/headers.server";
import { publicResponse } from "~/services/responses/responses.server";

/** Answers with the visitor's own watchlist as a file, which the form that changes the list can read again. */
export function loader({ request }: LoaderFunctionArgs) {
  const list = readWatchlist(request.headers.get("Cookie"));
  const nameOf = (id: string) => namedCoin(id, DEFAULT_CURRENCY).name;
  return publicResponse(listCsv(list, nameOf), "text/csv; charset=utf-8; header=present", {
    ...OWN_PAGE_HEADERS,
    "Content-Disposition": 'attachment; filename="watchlist.csv"',
  });
}
