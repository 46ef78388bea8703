import type { MetaFunction } from "@remix-run/node";
import { coinFileHref, OPEN_API_PATH, tileHref } from "~/domain/addresses/file-addresses";
import {
  coinFollowHref,
  feedHref,
  listFollowHref,
  moversFollowHref,
  PAGES,
  pastHref,
} from "~/domain/addresses/page-addresses";
import { pageMeta, pageTitle } from "~/domain/page-meta";
import { DEFAULT_PAST } from "~/domain/past/past-query";
import { TIME } from "~/domain/time";
import { parseWatchlist } from "~/domain/watchlist/watchlist";
import { config } from "~/services/config.server";
import { publicCacheHeaders } from "~/services/responses/headers.server";

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(
    {
      title: pageTitle("Open data"),
      description: "Price histories of coins as JSON, CSV and SVG, for other programs and sites.",
      canonical: PAGES.api.path,
    },
    matches,
  );

export const headers = () => publicCacheHeaders(TIME.HOUR);

/** @throws {Response} 404 where nothing is open */
export function loader(): null {
  if (!config.hasOpenData) throw new Response(null, { status: 404, statusText: "Not Found" });
  return null;
}

const EXAMPLES = [
  ...(["history.json", "history.csv", "chart.svg"] as const).map((file) =>
    coinFileHref(file, "bitcoin", "usd", "7d"),
  ),
  pastHref("bitcoin", "usd", { ...DEFAULT_PAST, every: "month" }, "past.csv"),
  tileHref("bitcoin", "usd"),
  ...[
    coinFollowHref("bitcoin", "usd"),
    listFollowHref(parseWatchlist("bitcoin,ethereum"), "usd"),
    moversFollowHref("usd", { list: "gainers", top: 100 }),
  ].map(feedHref),
];

export default function Api() {
  return (
    <div className="page about">
      <div className="list-head is-linkless">
        <h1 className="title">Open data</h1>
      </div>
      <p>
        Any program and any site may read these files of each coin and list, without a key. The id of a coin
        is part of the address of its page.
      </p>
      <ul className="mt-3">
        {EXAMPLES.map((href) => (
          <li key={href}>
            <a href={href}>{href}</a>
          </li>
        ))}
      </ul>
      <p className="mt-3">
        Each answer has an ETag: send it back in If-None-Match, and you get the file only if it has changed.
        It says in Cache-Control for how long it is fresh. A 503 says in Retry-After when to come back.
      </p>
      <p className="mt-3">
        <a href={OPEN_API_PATH}>The description for programs</a> (OpenAPI 3.1) has all parameters and shapes.
      </p>
    </div>
  );
}
