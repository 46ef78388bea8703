import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useState } from "react";
import { CoinChoice, ConversionResult, choiceHeading } from "~/components/convert/conversion-result";
import { ConvertForm } from "~/components/convert/convert-form";
import { loadConversion, useShownConversion } from "~/components/convert/load-conversion";
import { OutOfDateNotice } from "~/components/market/out-of-date-notice";
import { CopyLink } from "~/components/site/controls";
import { createErrorBoundary } from "~/components/site/errors";
import { triggerReload, usePageRefresh } from "~/components/site/page-refresh";
import { parseConversion } from "~/domain/convert/conversion-query";
import { formatUtc } from "~/domain/format/time";
import { pageMeta, pageTitle } from "~/domain/page-meta";
import { convertHref, PAGES } from "~/domain/pages";
import { PRICES_FRESH_MS } from "~/domain/refresh-plan";
import { TIME } from "~/domain/time";
import { pageHeaders, pageResponse } from "~/services/documents/responses.server";
import { convertPage } from "~/services/pages/convert-page.server";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  if (!data) return [{ title: pageTitle(PAGES.convert.failure.message) }];
  const { query, result, amountRemark, sidesRemark, choice, pricesFrom } = data;
  const outcome = result && `${result.given} ${result.sign} ${result.text}`;
  // The title is what screen readers announce after a navigation.
  const remark = choice
    ? choiceHeading(choice.text, choice.isFound, false)
    : ((amountRemark?.isProblem ? amountRemark : null) ?? sidesRemark)?.text;
  const head = pageMeta(
    {
      title: pageTitle(outcome ?? remark ?? "Convert"),
      description: outcome
        ? `${outcome}, at prices of ${formatUtc(pricesFrom ?? data.fetchedAt)}.`
        : "Converts coins into currencies and other coins, at current prices.",
      canonical: convertHref(query),
    },
    matches,
  );
  // Links can have any amount.
  const isForSearch = outcome !== null && query.amount === "1";
  return isForSearch ? head : [...head, { name: "robots", content: "noindex" }];
};

export const headers = pageHeaders;

export function loader({ request }: LoaderFunctionArgs) {
  const query = parseConversion(new URL(request.url).searchParams);
  return pageResponse(convertPage(query, request.signal));
}

export const clientLoader = loadConversion;

export const clientAction = triggerReload;

export default function Convert() {
  const data = useLoaderData<typeof loader>();
  const { query, from, to, result, rates, amountRemark, sidesRemark, pricesFrom, choice, fetchedAt } = data;
  const freshMs = pricesFrom === null ? TIME.DAY : PRICES_FRESH_MS;
  usePageRefresh({ data, noun: "prices", dataFrom: fetchedAt, freshMs });
  useShownConversion(data);
  const [edited, setEdited] = useState<readonly string[]>([]);
  // A question which coin is meant is not answered by another amount.
  const isEdited = choice === null ? edited.length > 0 : edited.includes(choice.side);
  return (
    <div className="page">
      <div className="controls-row list-head">
        <h1 className="title">Convert</h1>
        <CopyLink path={convertHref(query)} />
      </div>
      <OutOfDateNotice isOutOfDate={data.isOutOfDate} fetchedAt={fetchedAt} />
      <ConvertForm
        query={query}
        from={from}
        to={to}
        amountRemark={amountRemark}
        unknownSide={choice === null ? null : choice.side}
        edited={edited}
        onEdit={setEdited}
      />
      <div className={isEdited ? "convert-outcome is-edited" : "convert-outcome"}>
        {isEdited ? <p>Press Convert to see the result.</p> : null}
        {choice === null ? (
          <ConversionResult result={result} rates={rates} sidesRemark={sidesRemark} pricesFrom={pricesFrom} />
        ) : (
          <CoinChoice {...choice} query={query} />
        )}
      </div>
    </div>
  );
}

export const ErrorBoundary = createErrorBoundary(PAGES.convert);
