import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Converter, loadConversion, PairDetails } from "~/components/convert/converter";
import { OutOfDateNotice } from "~/components/market/out-of-date-notice";
import { CopyLink } from "~/components/site/controls";
import { createErrorBoundary, createMeta } from "~/components/site/errors";
import { usePageRefresh } from "~/components/site/page-refresh";
import { pageSheet } from "~/components/site/site-style";
import { askedOf } from "~/domain/addresses/canonical-address";
import { convertHref, PAGES } from "~/domain/addresses/page-addresses";
import { formatUtc } from "~/domain/format/time";
import { pageTitle } from "~/domain/page-meta";
import { PRICES_FRESH_MS } from "~/domain/refresh-schedule";
import { TIME } from "~/domain/time";
import { convertPage } from "~/services/page-models/convert-page.server";
import { pageHeaders, pageResponse } from "~/services/responses/responses.server";
import sheet from "~/styles/pages/convert.scss?url";

export const handle = { sheet };
export const links = pageSheet(sheet);

export const meta = createMeta<typeof loader>(PAGES.convert, (data) => {
  const { query, from, to, result, amountRemark, missingPrice, pricesFrom } = data;
  const outcome = result && `${result.given} ${result.sign} ${result.text}`;
  // The title is what screen readers announce after a navigation.
  const problem = [from.remark, to.remark, amountRemark].find((remark) => remark?.isProblem)?.text;
  return {
    title: pageTitle(outcome ?? problem ?? missingPrice ?? "Convert"),
    description: outcome
      ? `${outcome}, at prices of ${formatUtc(pricesFrom ?? data.fetchedAt)}.`
      : "Converts coins into currencies and other coins, at current prices.",
    canonical: convertHref(query),
    isForSearch: outcome !== null && query.amount === "1",
  };
});

export const headers = pageHeaders;

export function loader({ request }: LoaderFunctionArgs) {
  return pageResponse(convertPage(askedOf(PAGES.convert, new URL(request.url)), request.signal));
}

export const clientLoader = loadConversion;

export { clientAction } from "~/components/site/page-refresh";

export default function Convert() {
  const data = useLoaderData<typeof loader>();
  usePageRefresh(data, "prices", data.pricesFrom === null ? TIME.DAY : PRICES_FRESH_MS);
  return (
    <div className="page">
      <div className="list-head">
        <h1 className="title">Convert</h1>
        <div>
          <CopyLink path={convertHref(data.query)} />
        </div>
      </div>
      <OutOfDateNotice age={data} />
      <div className="convert mt-3">
        <Converter shown={data} />
        <PairDetails query={data.query} common={data.common} past={data.past} />
      </div>
    </div>
  );
}

export const ErrorBoundary = createErrorBoundary(PAGES.convert);
