import { Link, useLocation } from "@remix-run/react";
import { pageAddress } from "~/domain/page-address";

/** What a visitor can do about a failed page: the same address once more, or the way home. */
export function ErrorActions({ canTryAgain = true }: { readonly canTryAgain?: boolean }) {
  const address = pageAddress(useLocation());
  return (
    <p className="error-actions">
      {/* A whole new request: what failed may have been the way the page was fetched. */}
      {canTryAgain ? <a href={address}>Try again</a> : null}
      <Link to="/">Go to the home page</Link>
    </p>
  );
}
