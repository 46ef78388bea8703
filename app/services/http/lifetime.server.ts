/** Milliseconds for which a kept answer may be used, as its Cache-Control tells a shared cache. */
export interface Lifetime {
  /** `s-maxage`, else `max-age` (RFC 9111, 4.2.1). */
  readonly freshMs: number;
  /** `stale-while-revalidate` (RFC 5861, 3): served beyond that while it is fetched anew. */
  readonly staleMs: number;
  /** `stale-if-error` (RFC 5861, 4): served beyond freshness in place of a failure. */
  readonly errorMs: number;
}

/** Reads the lifetime of an answer; null for one that a shared cache must not keep (RFC 9111, 3). */
export function lifetimeOf({ status, headers }: Response): Lifetime | null {
  if (status !== 200 || headers.has("Set-Cookie")) return null;
  const directives = new Map(
    (headers.get("Cache-Control") ?? "").split(",").map((part) => {
      const [name = "", seconds = ""] = part.trim().toLowerCase().split("=");
      return [name, Number(seconds) * 1000] as const;
    }),
  );
  if (!directives.has("public") || directives.has("no-store") || directives.has("no-cache")) return null;
  const freshMs = directives.get("s-maxage") ?? directives.get("max-age") ?? 0;
  if (!(freshMs > 0)) return null;
  return {
    freshMs,
    staleMs: directives.get("stale-while-revalidate") ?? 0,
    errorMs: directives.get("stale-if-error") ?? 0,
  };
}
