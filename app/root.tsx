import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useRouteError,
  useRouteLoaderData,
} from "@remix-run/react";
import type { ReactNode } from "react";
import { ColourModeToggle } from "~/components/colour-mode-toggle";
import { LoadingSpinner } from "~/components/loading-spinner";
import { SampleNotice } from "~/components/sample-notice";
import { SiteFooter } from "~/components/site-footer";
import { SiteHeader } from "~/components/site-header";
import { UnexpectedError } from "~/components/unexpected-error";
import { SITE_NAME } from "~/domain/page-title";
import favicon from "~/images/favicon.svg";
import { readColourMode } from "~/services/colour-mode.server";
import { isSampleMarket } from "~/services/market-data/configured.server";
import stylesheet from "~/styles/app.scss?url";

export const meta: MetaFunction = () => [{ title: SITE_NAME }];

export const links: LinksFunction = () => [
  { rel: "stylesheet", href: stylesheet },
  { rel: "icon", href: favicon, type: "image/svg+xml" },
];

export function loader({ request }: LoaderFunctionArgs) {
  return {
    colourMode: readColourMode(request),
    isSampleMarket,
    // The year belongs to the data: read in render, server and browser could differ at New Year.
    year: new Date().getUTCFullYear(),
  };
}

/** The document around every page and every error. */
export function Layout({ children }: { readonly children: ReactNode }) {
  // Absent where the loader has not run: a wrong method, for example.
  const site = useRouteLoaderData<typeof loader>("root");
  return (
    <html lang="en" data-theme={site?.colourMode ?? undefined}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <Meta />
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
        <SiteFooter year={site?.year} />
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
  return <UnexpectedError error={useRouteError()} />;
}
