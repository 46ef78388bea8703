/** In characters. */
const MAX_LENGTH = 2000;

/**
 * Reads where a form may send the visitor back to: a path of this very site with its query. Anything that a browser could
 * read as another site (`//host`, `/\host`, `https:…`, control characters) becomes `/`.
 */
export function parseReturnPath(value: unknown): string {
  if (typeof value !== "string" || value.length > MAX_LENGTH) return "/";
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop tabs and line ends from addresses, so `/\t/host` is `//host`.
  if (!/^\/(?![/\\])[^\\\u0000-\u0020\u007f]*$/.test(value)) return "/";
  const site = "http://this.site";
  if (!URL.canParse(value, site)) return "/";
  const url = new URL(value, site);
  // Dot segments can make `//host` of `/.//host`.
  return url.origin === site && !url.pathname.startsWith("//") ? `${url.pathname}${url.search}` : "/";
}
