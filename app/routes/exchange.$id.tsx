import type { LoaderFunctionArgs } from "@remix-run/node";
import { Form, Link, useLoaderData } from "@remix-run/react";
import { useRef } from "react";
import { Figures } from "~/components/coin/coin-figures";
import { AboutSection, Notices, SectionLinks } from "~/components/coin/coin-sections";
import { AsOf } from "~/components/market/figures";
import { MarketIcon } from "~/components/market/market-icon";
import { MarketsTable } from "~/components/market/markets-table";
import { OutOfDateNotice } from "~/components/market/out-of-date-notice";
import { useTextThatFollows } from "~/components/search/search-fields";
import { CopyLink, currencyChoice, RadioForm } from "~/components/site/controls";
import { createErrorBoundary, createMeta } from "~/components/site/errors";
import { Icon } from "~/components/site/icons";
import { usePageRefresh } from "~/components/site/page-refresh";
import { ScrollToTop } from "~/components/site/scroll-to-top";
import { askedOf } from "~/domain/addresses/canonical-address";
import { exchangeHref, exchangePath, exchangesHref, PAGES } from "~/domain/addresses/page-addresses";
import { isolated } from "~/domain/format/text";
import { pageTitle } from "~/domain/page-meta";
import { EXCHANGES_FRESH_MS } from "~/domain/refresh-schedule";
import { MAX_QUERY_LENGTH } from "~/domain/search/query";
import { exchangePage } from "~/services/page-models/exchange-page.server";
import { pageHeaders, pageResponse } from "~/services/responses/responses.server";

export const meta = createMeta<typeof loader>(PAGES.exchange, (page) => {
  const { id, name, currency, query, markets, isTrustKnown } = page;
  const canonical = exchangeHref(id, currency, query);
  return {
    title: pageTitle(`${isolated(name)} exchange`),
    description: `What is traded at ${isolated(name)}: ${markets.length} markets with price, volume and spread${isTrustKnown ? ", and how far it is trusted" : ""}.`,
    canonical,
    isForSearch: query === "",
    card: {
      trail: [
        ["Exchanges", exchangesHref(currency)],
        [name, exchangeHref(id, currency)],
      ],
    },
  };
});

export const headers = pageHeaders;

export function loader({ request }: LoaderFunctionArgs) {
  const { id, currency, words } = askedOf(PAGES.exchange, new URL(request.url));
  return pageResponse(exchangePage(id, currency, request.signal, words));
}

export { clientAction, clientLoader } from "~/components/site/page-refresh";

export default function ExchangeRoute() {
  const data = useLoaderData<typeof loader>();
  const { id, name, image, url, currency, shownIn, notices, figures, description, facts, markets } = data;
  const { query, quotes, marketCount } = data;
  const field = useRef<HTMLInputElement>(null);
  usePageRefresh(data, "markets", EXCHANGES_FRESH_MS);
  useTextThatFollows(field, query);
  return (
    <div className="page">
      <OutOfDateNotice what="Markets" age={data} />
      <header className="coin-heading mb-3">
        <MarketIcon image={image} texts={[name]} size={56} />
        <div className="coin-names">
          <h1 className="title" translate="no">
            <bdi>{name}</bdi>
          </h1>
        </div>
        <div className="coin-actions ml-auto">
          <div className="is-relative">
            <RadioForm
              action={exchangePath(id)}
              choices={[currencyChoice(currency)]}
              others={query === "" ? {} : { q: query }}
            />
            <CopyLink path={exchangeHref(id, currency, query)} />
          </div>
          {url === null ? null : (
            <a className="button" href={url} target="_blank" rel="noopener noreferrer">
              <Icon name="leave" />
              Website<span className="is-sr-only"> (opens in a new tab)</span>
            </a>
          )}
        </div>
      </header>
      <Notices notices={notices} />
      <SectionLinks {...{ description, facts }} hasMarkets />
      <section className="box coin-section" aria-labelledby="key-figures">
        <h2 id="key-figures">Key figures</h2>
        <Figures figures={figures} />
      </section>
      <AboutSection name={name} description={description} facts={facts} />
      <section className="box coin-section">
        <h2 id="markets">Markets</h2>
        <AsOf
          time={data.fetchedAt}
          words={shownIn === currency ? "As of" : "In dollars, because the rate is not known yet, as of"}
        />
        {marketCount === 0 ? null : (
          <Form
            className="list-controls market-filter mt-3 mb-2"
            action={`${exchangePath(id)}#markets`}
            role="search"
            aria-label="Markets"
          >
            <input type="hidden" name="currency" value={currency} />
            <input
              ref={field}
              className="input"
              name="q"
              defaultValue={query}
              maxLength={MAX_QUERY_LENGTH}
              placeholder="Coin or quote"
              aria-label="Coin or quote"
              autoComplete="off"
              spellCheck={false}
            />
            <button className="button" type="submit">
              Filter
            </button>{" "}
            <span className="segmented">
              {["", ...quotes.map((quote) => `/${quote.toLowerCase()}`)].map((each) => (
                <Link
                  key={each}
                  to={`${exchangeHref(id, currency, each)}#markets`}
                  aria-current={each === query ? "true" : undefined}
                  preventScrollReset
                >
                  {each === "" ? "All" : each.toUpperCase()}
                </Link>
              ))}
            </span>
          </Form>
        )}
        {query !== "" && markets.length === 0 && marketCount > 0 ? (
          <p key="unmatched">
            No market matches “<span>{query}</span>”.
          </p>
        ) : markets.length === 0 ? (
          <p key="none">
            No market of <bdi translate="no">{name}</bdi> is known.
          </p>
        ) : (
          <MarketsTable
            caption={`What is traded at ${isolated(name)}, the largest volume first`}
            markets={markets}
            areAtExchange
          />
        )}
      </section>
      <ScrollToTop />
    </div>
  );
}

export const ErrorBoundary = createErrorBoundary(PAGES.exchange);
