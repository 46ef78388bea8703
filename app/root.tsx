import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useRouteError,
  useRouteLoaderData,
} from "@remix-run/react";
import { type ReactNode, useEffect } from "react";
import { ColourModeToggle } from "~/components/site/colour-mode-toggle";
import { FailedPage, UnexpectedError } from "~/components/site/errors";
import { SampleNotice, SiteFooter, SiteHeader } from "~/components/site/header-and-footer";
import { LoadingSpinner, PageAnnouncer, PrefetchedData } from "~/components/site/navigation";
import { SiteStyle } from "~/components/site/site-style";
import { Toasts } from "~/components/site/toasts";
import { FRAME_COLOURS } from "~/domain/colour-mode";
import { knownPage } from "~/domain/page-address";
import { SITE_NAME } from "~/domain/page-meta";
import favicon from "~/images/favicon.svg";
import { readColourMode } from "~/services/colour-mode.server";
import { config } from "~/services/config.server";
import { isSampleMarket } from "~/services/market-data/configured.server";

export const meta: MetaFunction = () => [{ title: SITE_NAME }];

export const links: LinksFunction = () => [
  { rel: "icon", href: favicon, type: "image/svg+xml" },
  { rel: "apple-touch-icon", href: "/apple-touch-icon.png" },
  { rel: "manifest", href: "/manifest.webmanifest" },
];

export function loader({ request }: LoaderFunctionArgs) {
  return {
    colourMode: readColourMode(request.headers.get("Cookie")),
    isSampleMarket,
    siteUrl: config.siteUrl,
    credit: config.marketData.credit,
    // The year belongs to the data: read in render, server and browser could differ at New Year.
    year: new Date().getUTCFullYear(),
  };
}

/**
 * The site around the pages stays as it was loaded with the document: what its loader says changes with the colour mode
 * only, which the browser knows first. A navigation then is one request, for the page alone.
 */
export function shouldRevalidate(): boolean {
  return false;
}

/** The document around every page and every error. */
export function Layout({ children }: { readonly children: ReactNode }) {
  const site = useSite();
  const { light, dark } = FRAME_COLOURS;
  const chosen = site?.colourMode ? FRAME_COLOURS[site.colourMode] : null;
  return (
    <html lang="en" data-theme={site?.colourMode ?? undefined}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content={chosen ?? light} />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content={chosen ?? dark} />
        <Meta />
        <SiteStyle />
        <Links />
      </head>
      <body>
        <a className="skip-link" href="#content">
          Skip to content
        </a>
        <SiteHeader />
        <ColourModeToggle />
        {site?.isSampleMarket ? <SampleNotice /> : null}
        <main id="content" tabIndex={-1}>
          {children}
        </main>
        <LoadingSpinner />
        <PageAnnouncer />
        <SiteFooter year={site?.year} credit={site?.credit} />
        <Toasts />
        <PrefetchedData />
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function App() {
  return <Outlet />;
}

export function ErrorBoundary() {
  const error = useRouteError();
  const page = knownPage(useLocation());
  // An answer of the server is what it says. Anything else that ends here is a navigation whose data did not arrive.
  const isAnswer = isRouteErrorResponse(error) || page === null || page.failure === null;
  return isAnswer ? <UnexpectedError error={error} /> : <FailedPage page={page} />;
}

type SiteData = ReturnType<typeof useRouteLoaderData<typeof loader>>;

/** Answer of the loader the last time, in the browser: a failed navigation has nothing, and the site around it stays as it is. */
let latest: SiteData;

/** The root's data; undefined on the server where its loader has not run, for a wrong method for example. */
function useSite(): SiteData {
  const site = useRouteLoaderData<typeof loader>("root");
  useEffect(() => {
    latest = site ?? latest;
  }, [site]);
  return site ?? latest;
}
