import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { ListLinks } from "~/components/coins/list-links";
import { AsOf } from "~/components/market/figures";
import { MarketMap } from "~/components/market/market-map";
import { OutOfDateNotice } from "~/components/market/out-of-date-notice";
import { CopyLink, currencyChoice, RadioForm } from "~/components/site/controls";
import { createErrorBoundary, createMeta } from "~/components/site/errors";
import { usePageRefresh } from "~/components/site/page-refresh";
import { coinsHref, mapHref, PAGES } from "~/domain/addresses/page-addresses";
import { parseCurrency } from "~/domain/market/currency";
import { MAP_PERIODS, parseMapPeriod } from "~/domain/market/market-map";
import { LARGEST_FIRST } from "~/domain/market/table-view";
import { coinsCard, pageTitle } from "~/domain/page-meta";
import { PRICES_FRESH_MS } from "~/domain/refresh-schedule";
import { mapPage } from "~/services/page-models/map-page.server";
import { pageHeaders, pageResponse } from "~/services/responses/responses.server";

export const meta = createMeta<typeof loader>(PAGES.map, ({ description, currency, period }) => ({
  title: pageTitle("Market map"),
  description,
  canonical: mapHref(currency, period),
  card: coinsCard(currency, 1),
}));

export const headers = pageHeaders;

export function loader({ request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams;
  return pageResponse(mapPage(parseCurrency(query.get("currency")), parseMapPeriod(query), request.signal));
}

export { clientAction, clientLoader } from "~/components/site/page-refresh";

export default function MapPage() {
  const data = useLoaderData<typeof loader>();
  const { currency, period, fields } = data;
  usePageRefresh(data, "prices", PRICES_FRESH_MS);
  return (
    <div className="page">
      <div className="list-head">
        <h1 className="title">Market map</h1>
        <div>
          <RadioForm
            action={PAGES.map.path}
            choices={[
              currencyChoice(currency),
              { legend: "Period", name: "period", values: MAP_PERIODS, value: period },
            ]}
            others={{}}
          />
          <CopyLink path={mapHref(currency, period)} />
        </div>
      </div>
      <div className="list-bar">
        <ListLinks currency={currency} isTable={false} shown="map" categories={[]} />
        <p className="map-note is-quiet">
          The hundred largest coins: as large as their market caps, coloured by their changes.{" "}
          <Link to={coinsHref(currency, 1, LARGEST_FIRST)}>As a table</Link>
        </p>
      </div>
      <OutOfDateNotice age={data} />
      {fields.length === 0 ? (
        <p className="search-outcome">No market caps are known at the moment.</p>
      ) : (
        <>
          <MarketMap {...{ fields, currency, period }} />
          <AsOf time={data.fetchedAt} />
        </>
      )}
    </div>
  );
}

export const ErrorBoundary = createErrorBoundary(PAGES.map);
