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
import { FailedPage, UnexpectedError } from "~/components/site/errors";
import { SampleNotice, SiteFooter, SiteHeader } from "~/components/site/header-and-footer";
import { LoadingSpinner, PageAnnouncer, PrefetchedData } from "~/components/site/navigation";
import { Toasts } from "~/components/site/toasts";
import { COLOURS, readColourMode } from "~/domain/colour-mode";
import { knownPage } from "~/domain/page-address";
import { SITE_NAME } from "~/domain/page-meta";
import favicon from "~/images/favicon.svg";
import { config } from "~/services/config.server";
import { isSampleMarket } from "~/services/market-data/configured.server";
import sheet from "~/styles/app.scss?inline";

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
    // Part of the data, because server and browser could render different years at New Year.
    year: new Date().getUTCFullYear(),
  };
}

/**
 * The root's data changes only with the colour mode, which the browser knows first. Without it, a navigation is a single
 * request: for the page.
 */
export function shouldRevalidate(): boolean {
  return false;
}

const STYLE_ID = "site-style";

/** The style sheet. The browser has it from the document, so its scripts do not bring it again. */
const style = import.meta.env.SSR ? sheet : (document.getElementById(STYLE_ID)?.textContent ?? "");

/** The document around every page and every error. */
export function Layout({ children }: { readonly children: ReactNode }) {
  const site = useSite();
  const { light, dark } = site?.colourMode
    ? { light: COLOURS[site.colourMode], dark: COLOURS[site.colourMode] }
    : COLOURS;
  return (
    <html lang="en" data-theme={site?.colourMode ?? undefined}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content={light.card} />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content={dark.card} />
        <Meta />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own style sheet, which React would escape. */}
        <style id={STYLE_ID} dangerouslySetInnerHTML={{ __html: style }} />
        <Links />
      </head>
      <body>
        <a className="skip-link" href="#content">
          Skip to content
        </a>
        <SiteHeader />
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
  // Anything but an error page of the server is a navigation whose data did not arrive.
  const isAnswer = isRouteErrorResponse(error) || page === null || page.failure === null;
  return isAnswer ? <UnexpectedError error={error} /> : <FailedPage page={page} />;
}

type SiteData = ReturnType<typeof useRouteLoaderData<typeof loader>>;

/** The root's latest data in the browser. A failed navigation has none, and the header and footer must stay as they are. */
let latest: SiteData;

/** The root's data; undefined on the server if its loader has not run, as for a wrong method. */
function useSite(): SiteData {
  const site = useRouteLoaderData<typeof loader>("root");
  useEffect(() => {
    latest = site ?? latest;
  }, [site]);
  return site ?? latest;
}
