import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { ListLinks } from "~/components/coins/list-links";
import { ShortList } from "~/components/home/short-list";
import { AsOf } from "~/components/market/figures";
import { MapLegend, MarketMap } from "~/components/market/market-map";
import { OutOfDateNotice } from "~/components/market/out-of-date-notice";
import { CopyLink, currencyChoice, RadioForm } from "~/components/site/controls";
import { createErrorBoundary, createMeta } from "~/components/site/errors";
import { usePageRefresh } from "~/components/site/page-refresh";
import { pageSheet } from "~/components/site/site-style";
import { askedOf } from "~/domain/addresses/canonical-address";
import { coinsHref, mapHref, PAGES } from "~/domain/addresses/page-addresses";
import { formatShare } from "~/domain/format/number";
import { MAP_PERIODS } from "~/domain/market/coin-selection";
import { MAX_NARROW_SHARE } from "~/domain/market/market-map";
import { LARGEST_FIRST } from "~/domain/market/table-view";
import { coinsCard, pageTitle } from "~/domain/page-meta";
import { PRICES_FRESH_MS } from "~/domain/refresh-schedule";
import { mapPage } from "~/services/page-models/map-page.server";
import { pageHeaders, pageResponse } from "~/services/responses/responses.server";
import sheet from "~/styles/pages/map.scss?url";

export const handle = { sheet };
export const links = pageSheet(sheet);

export const meta = createMeta<typeof loader>(PAGES.map, ({ description, currency, period }) => ({
  title: pageTitle("Market map"),
  description,
  canonical: mapHref(currency, period),
  card: coinsCard(currency, 1),
}));

export const headers = pageHeaders;

export function loader({ request }: LoaderFunctionArgs) {
  const { currency, period } = askedOf(PAGES.map, new URL(request.url));
  return pageResponse(mapPage(currency, period, request.signal));
}

export { clientAction, clientLoader } from "~/components/site/page-refresh";

export default function MapPage() {
  const data = useLoaderData<typeof loader>();
  const { currency, period, fields, layouts, strongest, weakest } = data;
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
      </div>
      <OutOfDateNotice age={data} />
      {fields.length === 0 ? (
        <p className="search-outcome">No market caps are known at the moment.</p>
      ) : (
        <>
          <div className="map-view mt-2">
            <MapLegend period={period} />
            <MarketMap {...{ fields, layouts, currency, period }} />
            <p className="is-quiet">
              The hundred largest coins: as large as their market caps, coloured by their changes.{" "}
              <span className="on-narrow">
                {layouts.narrow.capped.map(({ name, share }) => (
                  <span key={name}>
                    <bdi translate="no">{name}</bdi> is drawn at{" "}
                    <span translate="no">{formatShare(100 * MAX_NARROW_SHARE, 0)}</span> of the map, and is{" "}
                    <span translate="no">{formatShare(share, 0)}</span> of the market caps.{" "}
                  </span>
                ))}
              </span>
              <Link to={coinsHref(currency, 1, LARGEST_FIRST)}>As a table</Link>
            </p>
          </div>
          <div className="home mt-4">
            {(
              [
                ["Strongest", strongest, "desc"],
                ["Weakest", weakest, "asc"],
              ] as const
            ).map(([title, coins, direction]) => (
              <ShortList
                key={title}
                title={title}
                scope={`of these over ${period}`}
                href={coinsHref(currency, 1, { ...LARGEST_FIRST, sort: `change_${period}_${direction}` })}
                {...{ coins, currency, period }}
              />
            ))}
          </div>
          <AsOf time={data.fetchedAt} />
        </>
      )}
    </div>
  );
}

export const ErrorBoundary = createErrorBoundary(PAGES.map);
