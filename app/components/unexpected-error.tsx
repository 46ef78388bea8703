import { isRouteErrorResponse, Link } from "@remix-run/react";

/** The default error screen: what happened, and the stack where there is one, which is never the case in production. */
export function UnexpectedError({ error }: { readonly error: unknown }) {
  const stack = import.meta.env.DEV && error instanceof Error ? error.stack : undefined;
  return (
    <div className="page error-view">
      <h1 className="page-title">Unexpected Application Error!</h1>
      <p className="error-detail">{describe(error)}</p>
      {stack === undefined ? null : <pre>{stack}</pre>}
      <p className="error-actions">
        <Link to="/">Go to the home page</Link>
      </p>
    </div>
  );
}

function describe(error: unknown): string {
  if (isRouteErrorResponse(error)) return `${error.status} ${error.statusText}`.trim();
  return error instanceof Error && error.message ? error.message : "Unknown error";
}
