import {
  isRouteErrorResponse,
  Link,
  type MetaArgs,
  type MetaFunction,
  useLocation,
  useRouteError,
} from "@remix-run/react";
import { type ComponentType, Fragment, type ReactNode } from "react";
import { addressQuery, pageAddress } from "~/domain/addresses/canonical-address";
import { coinHref, type SitePage } from "~/domain/addresses/page-addresses";
import { formatWait } from "~/domain/format/time";
import { type PageMeta, pageMeta, pageTitle } from "~/domain/page-meta";
import { queryOfPath } from "~/domain/search/query";
import { SearchForm } from "../search/search-fields";
import { useCurrency } from "./hydration";
import { usePageOfNewVersion } from "./new-version";

type SimilarCoins = readonly (readonly [id: string, name: string])[];

type FailingPage = Pick<SitePage, "failure">;

interface FailedPageProps {
  readonly page: FailingPage;
  /** HTTP status of the failure; 502 for a navigation whose data did not arrive. */
  readonly status?: number;
  readonly similar?: SimilarCoins;
  /** Seconds until another attempt may succeed; null if unknown. */
  readonly retryInSeconds?: number | null;
  readonly Rest?: ComponentType | undefined;
}

export function FailedPage(props: FailedPageProps) {
  const { page, status = 502, similar = [], retryInSeconds = null, Rest } = props;
  const { message, unknown = "coin" } = page.failure;
  const when = retryInSeconds === null ? "a moment" : formatWait(retryInSeconds * 1000);
  // After a 404, trying again would not help.
  const isUnknown = status === 404;
  return (
    <ErrorView
      message={message}
      title={isUnknown ? `No such ${unknown}` : "Not available right now"}
      canTryAgain={!isUnknown}
      Rest={Rest}
    >
      <p>
        {isUnknown
          ? `There is no ${unknown} at this address. It may have been renamed or removed.`
          : `The market data could not be fetched just now. Please try again in ${when}.`}
      </p>
      {isUnknown ? <SearchInstead similar={similar} /> : null}
    </ErrorView>
  );
}

interface ErrorViewProps extends Pick<FailedPageProps, "Rest"> {
  readonly message: string;
  readonly title: string;
  readonly canTryAgain: boolean;
  readonly children: ReactNode;
}

/** The layout of all failures: a banner, which is in view on any page, and words in the middle. */
function ErrorView({ message, title, canTryAgain, Rest, children }: ErrorViewProps) {
  const address = pageAddress(useLocation());
  const Heading = Rest ? "h2" : "h1";
  return (
    <>
      {Rest && <Rest />}
      <div className="page error-view has-text-centered">
        <div className="notification is-warning error-banner" role="alert">
          <Heading className="has-text-weight-bold">{message}</Heading>
          {/* A document request, not a navigation: the script's way of fetching may be what failed. */}
          {canTryAgain ? (
            <a className="button" href={address}>
              Try again
            </a>
          ) : null}
        </div>
        <p className="title mb-4">{title}</p>
        {children}
        {address.split("?")[0] === "/" ? null : (
          <p className="buttons is-centered">
            <Link className="button" to="/">
              Go to the home page
            </Link>
          </p>
        )}
      </div>
    </>
  );
}

/**
 * Creates the error boundary of a page whose loader answers a failed upstream with a status. Such an answer is shown as
 * the page's failure, anything else (a wrong method, a bug) by the site's default error screen.
 * @param Rest what is left of the page, above the failure
 */
export function createErrorBoundary(page: FailingPage, Rest?: ComponentType): ComponentType {
  return function RouteErrorBoundary() {
    const error = useRouteError();
    if (!isRouteErrorResponse(error) || error.status === 405) return <UnexpectedError error={error} />;
    const { status, data } = error;
    const retryInSeconds = typeof data === "number" ? data : null;
    // An unknown coin's answer has similar coins.
    const similar = Array.isArray(data) ? data : [];
    return <FailedPage {...{ page, status, retryInSeconds, similar, Rest }} />;
  };
}

function isNotFound(error: unknown): boolean {
  return isRouteErrorResponse(error) && error.status === 404;
}

/** Creates the `meta` of a page: the tags that its data have, or the title of its failure. */
export function createMeta<Loader>(
  { failure }: FailingPage,
  metaOf: (data: NonNullable<MetaArgs<Loader>["data"]>) => PageMeta,
): MetaFunction<Loader> {
  return ({ data, error, matches }) => {
    if (data) return pageMeta(metaOf(data), matches);
    return [
      { title: pageTitle(isNotFound(error) ? `No such ${failure.unknown ?? "coin"}` : failure.message) },
    ];
  };
}

export function UnexpectedError({ error }: { readonly error: unknown }) {
  usePageOfNewVersion();
  const stack = import.meta.env.DEV && error instanceof Error ? error.stack : undefined;
  return (
    <ErrorView
      message="Unexpected Application Error!"
      title={isNotFound(error) ? "This page does not exist" : "Something went wrong"}
      canTryAgain={!isNotFound(error)}
    >
      {stack === undefined ? null : <textarea readOnly rows={12} defaultValue={stack} />}
      {isNotFound(error) ? (
        <>
          <p>
            {`${describe(error)}: there is no page at this address. Perhaps a search finds what you are looking for.`}
          </p>
          <SearchAtUnknownAddress />
        </>
      ) : (
        <p>{`${describe(error)}. The page could not be shown. Please try again in a moment.`}</p>
      )}
    </ErrorView>
  );
}

function SearchInstead({ similar }: { readonly similar: SimilarCoins }) {
  const currency = useCurrency();
  const words = useWordsOfAddress();
  return (
    <>
      {similar.length > 0 ? (
        <p className="similar-coins">
          Did you mean{" "}
          {similar.map(([id, name], index) => (
            <Fragment key={id}>
              {index === 0 ? null : <span>, </span>}
              <Link to={coinHref(id, currency)}>
                <bdi translate="no">{name}</bdi>
              </Link>
            </Fragment>
          ))}
          <span>?</span>
        </p>
      ) : null}
      <SearchForm label="Search all coins" query={words} currency={currency} isWide />
    </>
  );
}

/** All unknown addresses share one document, so only the script can fill in the search from the address. */
function SearchAtUnknownAddress() {
  const words = useWordsOfAddress();
  return <SearchForm label="Search all coins" query="" suggested={words} currency={useCurrency()} isWide />;
}

function useWordsOfAddress(): string {
  const location = useLocation();
  const query = addressQuery(location);
  return query.get("ids") ?? query.get("category") ?? queryOfPath(location.pathname);
}

function describe(error: unknown): string {
  if (isRouteErrorResponse(error)) return `${error.status} ${error.statusText}`.trim();
  return error instanceof Error && error.message ? error.message : "Unknown error";
}
