import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import {
  isRouteErrorResponse,
  Links,
  type Location,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useRouteError,
} from "@remix-run/react";
import { type ReactNode, useContext, useEffect } from "react";
import { FailedPage, UnexpectedError } from "~/components/site/errors";
import { SampleNotice, SiteFooter, SiteHeader } from "~/components/site/header-and-footer";
import { InlineMarker } from "~/components/site/inline-marker";
import { LoadingIndicator, Main, PageAnnouncer, usePrefetch } from "~/components/site/navigation";
import { usePagesWithoutScript } from "~/components/site/new-version";
import { useOfflinePages } from "~/components/site/offline";
import { RefreshWithoutScript } from "~/components/site/page-refresh";
import { type SiteData, useSiteData } from "~/components/site/site-data";
import { SiteStyle } from "~/components/site/site-style";
import { Toasts } from "~/components/site/toasts";
import { ListNotice } from "~/components/watchlist/list-change";
import { knownPage } from "~/domain/addresses/canonical-address";
import { CARD_COLOURS, readColourMode } from "~/domain/colour-mode";
import { pageTitle, SITE_NAME } from "~/domain/page-meta";
import { readListChange } from "~/domain/watchlist/watchlist";
import favicon from "~/images/favicon.svg";
import { config } from "~/services/config.server";
import { isSampleMarket } from "~/services/market-data/configured.server";

export const meta: MetaFunction = ({ error, location }) => [{ title: titleOf(error, location) }];

function titleOf(error: unknown, location: Parameters<typeof knownPage>[0]): string {
  if (!error) return SITE_NAME;
  if (isRouteErrorResponse(error)) {
    return pageTitle(error.status === 404 ? "Page not found" : `${error.status} ${error.statusText}`);
  }
  return pageTitle(knownPage(location)?.failure.message ?? "Unexpected error");
}

// Apple's browsers ask for /apple-touch-icon.png by themselves.
export const links: LinksFunction = () => [
  { rel: "icon", href: favicon },
  { rel: "manifest", href: "/manifest.webmanifest" },
];

export function loader({ request }: LoaderFunctionArgs): SiteData {
  const cookies = request.headers.get("Cookie");
  return {
    colourMode: readColourMode(cookies),
    listChange: readListChange(cookies),
    isSampleMarket,
    siteUrl: config.siteUrl,
    credit: config.marketData.credit,
    socialLinks: config.socialLinks,
    owner: config.owner,
    hasStaticCharts: config.hasStaticCharts,
    keepsPagesOffline: config.keepsPagesOffline,
    hasOpenData: config.hasOpenData,
    // Part of the data, because server and browser could render different years at New Year.
    year: new Date().getUTCFullYear(),
  };
}

/**
 * The root's data change only with the colour mode, which the browser already knows. Skipping them makes a navigation a
 * single request, for the page.
 */
export function shouldRevalidate(): boolean {
  return false;
}

export function Layout({ children }: { readonly children: ReactNode }) {
  const site = useSite();
  const nonce = useContext(InlineMarker);
  useOfflinePages(site?.keepsPagesOffline ?? false);
  usePrefetch();
  usePagesWithoutScript();
  const { light, dark } = site?.colourMode
    ? { light: CARD_COLOURS[site.colourMode], dark: CARD_COLOURS[site.colourMode] }
    : CARD_COLOURS;
  return (
    <html lang="en" data-theme={site?.colourMode ?? undefined}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content={light} />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content={dark} />
        <Meta />
        <RefreshWithoutScript />
        <SiteStyle />
        <Links />
      </head>
      {/* The way back up is placed in it, below the first screen. */}
      <body className="is-relative is-flex is-flex-direction-column">
        <a className="skip-link" href="#content">
          Skip to content
        </a>
        <SiteHeader />
        {site?.isSampleMarket ? <SampleNotice /> : null}
        <Main>
          <ListNotice />
          {children}
        </Main>
        <LoadingIndicator />
        <PageAnnouncer />
        <SiteFooter site={site} />
        <Toasts />
        <ScrollRestoration nonce={nonce} getKey={scrollKey} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

export default function App() {
  return <Outlet />;
}

export function ErrorBoundary() {
  const error = useRouteError();
  useEndOfErrors(error);
  const page = knownPage(useLocation());
  // Anything but an error page of the server is a navigation whose data failed to arrive.
  const isAnswer = isRouteErrorResponse(error) || page === null;
  return isAnswer ? <UnexpectedError error={error} /> : <FailedPage page={page} />;
}

/**
 * Returns the key under which a place on a page is found again. The entries of links to a section all have the browser's own key:
 * such a link leads to its section, and not to where another one was left.
 */
function scrollKey({ key, hash }: Location): string {
  return key === "default" && hash !== "" ? String(Math.random()) : key;
}

const MAX_ERRORS = 5;

/** Number of errors shown for one entry of the browser's history. Not state, because each error mounts the boundary anew. */
let shown = { key: "", errors: 0 };

/**
 * Throws after too many errors on one entry. A layout effect that throws would otherwise loop for ever, because this boundary
 * is inside of the layout; outside of all boundaries, the server's HTML is restored (entry.client.tsx).
 */
function useEndOfErrors(error: unknown): void {
  const { key } = useLocation();
  useEffect(() => {
    shown = { key, errors: shown.key === key ? shown.errors + 1 : 1 };
  }, [key]);
  if (shown.key === key && shown.errors > MAX_ERRORS) throw error;
}

/** The root's latest data in the browser. A failed navigation has none, and the header and footer must stay as they are. */
let latest: SiteData | undefined;

/** The root's data; undefined on the server if its loader did not run, as for a wrong method. */
function useSite(): SiteData | undefined {
  const site = useSiteData();
  useEffect(() => {
    latest = site ?? latest;
  }, [site]);
  return site ?? latest;
}
