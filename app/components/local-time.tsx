import { formatLocal, formatUtc } from "~/domain/format/time";
import { useHydrated } from "./use-hydrated";

/** Time in UTC from the server, in the visitor's own zone once hydrated; `time` in milliseconds since the epoch. */
export function LocalTime({ time }: { readonly time: number }) {
  const isHydrated = useHydrated();
  return (
    <time dateTime={new Date(time).toISOString()}>{isHydrated ? formatLocal(time) : formatUtc(time)}</time>
  );
}
