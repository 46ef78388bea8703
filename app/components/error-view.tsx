import { ErrorActions } from "./error-actions";

/** A failure in place of a page. */
export function ErrorView({ message }: { readonly message: string }) {
  return (
    <div className="page error-view" role="alert">
      <h1 className="page-title">{message}</h1>
      <p>The market data could not be fetched just now.</p>
      <ErrorActions />
    </div>
  );
}
