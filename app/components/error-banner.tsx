import { ErrorActions } from "./error-actions";

interface ErrorBannerProps {
  /** What the page would have shown; heads the empty page for those who listen. */
  readonly heading: string;
  readonly message: string;
}

/** A failure as a banner fixed at the bottom, in place of the screen. */
export function ErrorBanner({ heading, message }: ErrorBannerProps) {
  return (
    <div className="page page-empty">
      <h1 className="is-sr-only">{heading}</h1>
      <div className="error-banner" role="alert">
        <p className="error-message">{message}</p>
        <ErrorActions />
      </div>
    </div>
  );
}
