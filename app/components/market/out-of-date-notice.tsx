import type { DataAge } from "~/domain/refresh-schedule";
import { useFirstOfVisit } from "../site/hydration";
import { LocalTime } from "./figures";

interface OutOfDateNoticeProps {
  /** The figures, in the plural, at the start of a sentence. */
  readonly what?: string;
  readonly age: DataAge;
}

/**
 * Warns that the market data service cannot be reached and the figures are old. It is part of the page if it came with it, and
 * floats over the page if a refresh brought it.
 */
export function OutOfDateNotice({ what = "Prices", age }: OutOfDateNoticeProps) {
  const { isOutOfDate, fetchedAt } = age;
  const hasPlace = useFirstOfVisit(isOutOfDate);
  if (!isOutOfDate && !hasPlace) return null;
  return (
    <p
      className={`notification is-warning out-of-date-notice ${hasPlace ? "" : "is-floating"}`}
      role="status"
    >
      {isOutOfDate ? (
        <>
          <span>{`${what} may be out of date: last fetched`}</span> <LocalTime time={fetchedAt} />
        </>
      ) : (
        <span>{`${what} are up to date again.`}</span>
      )}
    </p>
  );
}
