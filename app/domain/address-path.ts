/** Tells whether decoded segments lie at a path, in which `:id` stands for any one segment. Letters of either case count as one. */
export function isAt(path: string, segments: readonly string[]): boolean {
  const names = segmentsOf(path);
  return (
    names.length === segments.length &&
    names.every((name, index) =>
      name.startsWith(":") ? segments[index] !== "" : name === segments[index]?.toLowerCase(),
    )
  );
}

/** Splits a path into decoded segments; one that cannot be decoded is a segment as a whole, and no page's. */
export function segmentsOf(pathname: string): string[] {
  try {
    const segments = pathname.split("/").slice(1).map(decodeURIComponent);
    while (segments.at(-1) === "") segments.pop();
    return segments;
  } catch {
    return [pathname];
  }
}
