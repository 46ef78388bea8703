import { formatLocal, formatUtc } from "~/domain/format/time";
import { useHydrated } from "./use-hydrated";

/** A moment: in UTC from the server, in the visitor's own zone once hydrated. */
export function LocalTime({ time }: { readonly time: number }) {
  const isHydrated = useHydrated();
  return (
    <time dateTime={new Date(time).toISOString()}>{isHydrated ? formatLocal(time) : formatUtc(time)}</time>
  );
}
