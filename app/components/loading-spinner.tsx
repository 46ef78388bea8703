import { useLocation, useNavigation } from "@remix-run/react";

/**
 * Covers the screen while another page is on its way. What was there stays beneath, so that scroll position and focus
 * survive. A coin's page that only changes its range or currency dims its chart instead.
 */
export function LoadingSpinner() {
  const navigation = useNavigation();
  const { pathname } = useLocation();
  const next = navigation.location?.pathname;
  const isLoading = next !== undefined && !(next === pathname && pathname.startsWith("/coin/"));
  return (
    <div className="loading" role="status" data-loading={isLoading}>
      {isLoading ? (
        <>
          <span className="loading-ring" aria-hidden="true" />
          <span className="is-sr-only">Loading…</span>
        </>
      ) : null}
    </div>
  );
}
