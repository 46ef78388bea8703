import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { ListLinks } from "~/components/coins/list-links";
import { AsOf, amountInShort, PriceChange } from "~/components/market/figures";
import { isBelowFold, MarketIcon } from "~/components/market/market-icon";
import { OutOfDateNotice } from "~/components/market/out-of-date-notice";
import { TableRegion } from "~/components/market/table-region";
import { CopyLink, currencyChoice, RadioForm } from "~/components/site/controls";
import { createErrorBoundary, createMeta } from "~/components/site/errors";
import { usePageRefresh } from "~/components/site/page-refresh";
import { ScrollToTop } from "~/components/site/scroll-to-top";
import { askedOf } from "~/domain/addresses/canonical-address";
import { categoriesHref, coinHref, coinsHref, PAGES } from "~/domain/addresses/page-addresses";
import { pageTitle } from "~/domain/page-meta";
import { EXCHANGES_FRESH_MS } from "~/domain/refresh-schedule";
import { categoriesPage } from "~/services/page-models/categories-page.server";
import { pageHeaders, pageResponse } from "~/services/responses/responses.server";

export const meta = createMeta<typeof loader>(PAGES.categories, ({ count, currency }) => ({
  title: pageTitle("Categories"),
  description: `The largest of ${count} categories of crypto coins, with market cap, change, volume and largest coins.`,
  canonical: categoriesHref(currency),
}));

export const headers = pageHeaders;

export function loader({ request }: LoaderFunctionArgs) {
  const { currency } = askedOf(PAGES.categories, new URL(request.url));
  return pageResponse(categoriesPage(currency, request.signal));
}

export { clientAction, clientLoader } from "~/components/site/page-refresh";

export default function Categories() {
  const data = useLoaderData<typeof loader>();
  const { categories, count, currency, shownIn, fetchedAt } = data;
  usePageRefresh(data, "categories", EXCHANGES_FRESH_MS);
  return (
    <div className="page">
      <div className="list-head">
        <h1 className="title">Categories</h1>
        <div>
          <RadioForm action={PAGES.categories.path} choices={[currencyChoice(currency)]} others={{}} />
          <CopyLink path={categoriesHref(currency)} />
        </div>
      </div>
      <div className="list-bar">
        <ListLinks currency={currency} isTable={false} shown="categories" categories={data.offered} />
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a line that scrolls has to be reached by keyboard. */}
        <p className="glance is-quiet" tabIndex={0}>
          <span>{`${categories.length < count ? `The largest ${categories.length} of ` : ""}${count} categories`}</span>
          {currency === "usd" ? null : (
            <span>{` (${shownIn === "usd" ? "amounts and " : ""}changes measured in USD)`}</span>
          )}
        </p>
      </div>
      <OutOfDateNotice what="Categories" age={data} />
      <TableRegion caption="Categories by market cap, largest first" className="is-exchanges is-categories">
        <thead>
          <tr>
            {["#", "Category", "Market cap", "24h", "Top coins", "Volume (24h)"].map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {categories.map(({ id, name, marketCap, change24h, volume, topCoins }, index) => (
            <tr key={id}>
              <td>{index + 1}</td>
              <th scope="row">
                <Link to={coinsHref(currency, 1, null, id)}>
                  <bdi>{name}</bdi>
                </Link>
              </th>
              <td translate="no">{amountInShort(marketCap, shownIn, true)}</td>
              <td>
                <PriceChange percent={change24h} />
              </td>
              <td>
                {topCoins.map((coin) => (
                  <Link key={coin.id} to={coinHref(coin.id, currency)} title={coin.name}>
                    <MarketIcon
                      image={coin.image}
                      texts={[coin.symbol, coin.name]}
                      size={24}
                      isLazy={isBelowFold(index)}
                    />{" "}
                    <span className="is-sr-only">{`${coin.name} `}</span>
                  </Link>
                ))}
              </td>
              <td translate="no">{amountInShort(volume, shownIn, true)}</td>
            </tr>
          ))}
        </tbody>
      </TableRegion>
      <AsOf time={fetchedAt} />
      <ScrollToTop />
    </div>
  );
}

export const ErrorBoundary = createErrorBoundary(PAGES.categories);
