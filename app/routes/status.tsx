import { data, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { pageTitle } from "~/domain/page-meta";
import { config } from "~/services/config.server";
import { FAILED_PAGE_HEADERS } from "~/services/responses/headers.server";
import { pageHeaders } from "~/services/responses/responses.server";
import { readStatus, statusInWords } from "~/services/status.server";

export const meta: MetaFunction = () => [
  { title: pageTitle("Status") },
  { name: "robots", content: "noindex" },
];

export const headers = pageHeaders;

/** For the operator. It is no page of `PAGES`: nothing leads to it. */
export async function loader() {
  if (!config.hasStatusPage) throw new Response(null, { status: 404, statusText: "Not Found" });
  return data(statusInWords(await readStatus()), { headers: FAILED_PAGE_HEADERS });
}

export default function StatusPage() {
  return (
    <div className="page about in-columns">
      <div className="list-head is-linkless">
        <h1 className="title">Status</h1>
      </div>
      {Object.entries(useLoaderData<typeof loader>()).map(([title, rows]) => (
        <section key={title}>
          <h2>{title}</h2>
          {rows.length === 0 ? <p>None yet.</p> : null}
          <dl className="coin-facts">
            {rows.map(([name, words]) => (
              <div key={`${name} ${words}`}>
                <dt>{name}</dt>
                <dd translate="no">{words}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <p>
        The same as JSON: <a href="/status.json">status.json</a>
      </p>
    </div>
  );
}
