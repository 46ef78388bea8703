import { CURRENCIES, type Currency } from "../market/currency";
import { coinHref, PAGES, type SitePage } from "./page-addresses";

interface Location {
  readonly pathname: string;
  readonly search: string;
}

type KnownPage = SitePage & ReturnType<SitePage["parse"]>;

type AskedOf<Page extends SitePage> = ReturnType<Page["parse"]>["asked"];

/** The location that was parsed last, and its page: the server, the loader and the components of one page ask for the same. */
let latest: { readonly location: string; readonly page: KnownPage | null } | null = null;

/**
 * Finds the page that a location shows; null if there is none. The router ignores case, encoding and trailing slashes;
 * parameters are read leniently, unknown ones are ignored. All these spellings are one page.
 */
export function knownPage({ pathname, search }: Location): KnownPage | null {
  const location = pathname + search;
  if (latest?.location !== location) latest = { location, page: parsePage(pathname, search) };
  return latest.page;
}

function parsePage(pathname: string, search: string): KnownPage | null {
  const segments = segmentsOf(pathname);
  const page = Object.values<SitePage>(PAGES).find(({ path }) => isAt(path, segments));
  if (page === undefined) return null;
  const id = segments[segmentsOf(page.path).indexOf(":id")] ?? "";
  return { ...page, ...page.parse(new URLSearchParams(search), id) };
}

/**
 * Returns what the location of a page asks for, as `PAGES` parses it.
 * @throws {Response} 404 for the location of another page
 */
export function askedOf<Page extends SitePage>(page: Page, location: Location): AskedOf<Page> {
  const known = knownPage(location);
  if (known?.parse !== page.parse) throw new Response(null, { status: 404, statusText: "Not Found" });
  // Its own rules have parsed it.
  return known.asked as AskedOf<Page>;
}

/**
 * Returns the canonical address of a location: that of the known page, otherwise the path alone. Rendered pages use no
 * other, so server, caches and browser share one rendering.
 */
export function pageAddress(location: Location): string {
  return knownPage(location)?.address ?? location.pathname;
}

/** Returns the canonical address of the data that a location shows: marks are among the points that a coin's page has already. */
export function addressOfData(location: Location): string {
  if (knownPage(location)?.parse !== PAGES.coin.parse) return pageAddress(location);
  const { id, currency, range, view } = askedOf(PAGES.coin, location);
  return coinHref(id, currency, range, view);
}

export function addressQuery(location: Location): URLSearchParams {
  return new URLSearchParams(pageAddress(location).split("?")[1]);
}

const DATA_SUFFIX = ".data";
/** Remix' name for the front page in the address of its data. */
const FRONT_PAGE_OF_DATA = "/_root";

/** Returns the path at which Remix answers with a page's data alone. */
export function dataPath(pagePath: string): string {
  return (pagePath === "/" ? FRONT_PAGE_OF_DATA : pagePath) + DATA_SUFFIX;
}

/** Returns the path of the page whose data are at a path; null if that is no path of data. */
export function pathOfData(path: string): string | null {
  if (!path.endsWith(DATA_SUFFIX)) return null;
  const page = path.slice(0, -DATA_SUFFIX.length);
  return page === FRONT_PAGE_OF_DATA ? "/" : page;
}

export function namedCurrency(location: Location): Currency | null {
  const query = addressQuery(location);
  const named = ["currency", "to", "from"].map((name) => query.get(name));
  return CURRENCIES.find((currency) => named.includes(currency)) ?? null;
}

/** Returns whether decoded segments match a path, in which `:id` stands for any one segment. Ignores case. */
export function isAt(path: string, segments: readonly string[]): boolean {
  const names = path.split("/").filter(Boolean);
  return (
    names.length === segments.length &&
    names.every((name, index) =>
      name.startsWith(":") ? segments[index] !== "" : name === segments[index]?.toLowerCase(),
    )
  );
}

/** Splits a path into decoded segments. A path that cannot be decoded is a single segment, which matches no page. */
export function segmentsOf(pathname: string): string[] {
  try {
    const segments = pathname.split("/").slice(1).map(decodeURIComponent);
    while (segments.at(-1) === "") segments.pop();
    return segments;
  } catch {
    return [pathname];
  }
}

const MAX_LENGTH = 2000;

/**
 * Parses the path, with its query, to which a form returns the visitor. Anything that a browser could read as another
 * site (`//host`, `/\host`, `https:…`, control characters) becomes `/`.
 */
export function parseReturnPath(value: unknown): string {
  if (typeof value !== "string" || value.length > MAX_LENGTH) return "/";
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop tabs and line ends from addresses, so `/\t/host` is `//host`.
  if (!/^\/(?![/\\])[^\\\u0000-\u0020\u007f]*$/.test(value)) return "/";
  const site = "http://this.site";
  if (!URL.canParse(value, site)) return "/";
  const url = new URL(value, site);
  // Dot segments can turn `/.//host` into `//host`.
  return url.origin === site && !url.pathname.startsWith("//") ? `${url.pathname}${url.search}` : "/";
}
