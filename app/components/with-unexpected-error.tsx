import { isRouteErrorResponse, useRouteError } from "@remix-run/react";
import type { ComponentType } from "react";
import { UnexpectedError } from "./unexpected-error";

/**
 * Makes the error boundary of a route whose loader answers a failed upstream with a status: that one is shown as the
 * route wants it; anything else (a wrong method, a fault of ours) as the site's default error screen.
 */
export function withUnexpectedError(
  FailedUpstream: ComponentType<{ readonly status: number }>,
): ComponentType {
  return function RouteErrorBoundary() {
    const error = useRouteError();
    if (!isRouteErrorResponse(error) || error.status === 405) return <UnexpectedError error={error} />;
    return <FailedUpstream status={error.status} />;
  };
}
