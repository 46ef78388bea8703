import { ErrorActions } from "./error-actions";

interface ErrorViewProps {
  readonly message: string;
  /** The HTTP status of the failure: for 404, trying again would not help. */
  readonly status: number;
}

/** A failure in place of a page. */
export function ErrorView({ message, status }: ErrorViewProps) {
  const isUnknown = status === 404;
  return (
    <div className="page error-view" role="alert">
      <h1 className="page-title">{message}</h1>
      <p>
        {isUnknown
          ? "Nothing is known under this address."
          : "The market data could not be fetched just now."}
      </p>
      <ErrorActions canTryAgain={!isUnknown} />
    </div>
  );
}
