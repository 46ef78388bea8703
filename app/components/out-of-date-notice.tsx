import { LocalTime } from "./local-time";

interface OutOfDateNoticeProps {
  /** When the data were fetched, in milliseconds since the epoch. */
  readonly fetchedAt: number;
}

/** Says that the service cannot be reached and the figures are old, so that nobody takes them for fresh ones. */
export function OutOfDateNotice({ fetchedAt }: OutOfDateNoticeProps) {
  return (
    <p className="out-of-date-notice" role="status">
      Prices may be out of date: last fetched <LocalTime time={fetchedAt} />
    </p>
  );
}
