import { useLocation } from "@remix-run/react";
import { useState } from "react";
import { LocalTime } from "./local-time";

interface OutOfDateNoticeProps {
  readonly isOutOfDate: boolean;
  /** When the data were fetched, in milliseconds since the epoch. */
  readonly fetchedAt: number;
}

/** Says that the service cannot be reached and the figures are old, so that nobody takes them for fresh ones. */
export function OutOfDateNotice(props: OutOfDateNoticeProps) {
  // Each visit of a page begins anew; a refresh of it does not.
  return <NoticeOfVisit key={useLocation().key} {...props} />;
}

/** What is shown when a page is opened has a place in it; what a refresh brings or takes away must not move the page. */
function NoticeOfVisit({ isOutOfDate, fetchedAt }: OutOfDateNoticeProps) {
  const [hasPlace] = useState(isOutOfDate);
  if (!isOutOfDate && !hasPlace) return null;
  return (
    <p className={hasPlace ? "out-of-date-notice" : "out-of-date-notice is-floating"} role="status">
      {isOutOfDate ? (
        <>
          Prices may be out of date: last fetched <LocalTime time={fetchedAt} />
        </>
      ) : (
        "Prices are up to date again."
      )}
    </p>
  );
}
