import { isAt, segmentsOf } from "./address-path";
import { CURRENCIES, type Currency } from "./market/currency";
import { PAGES, type SitePage } from "./pages";

/** A path and a query with its question mark, as in `URL` and in the router's location. */
interface Location {
  readonly pathname: string;
  readonly search: string;
}

interface KnownPage extends Omit<SitePage, "address"> {
  /** The one address of the page: path and parsed parameters. */
  readonly address: string;
}

/**
 * Finds the page that a location shows; null where no page of the site is. The router takes letters of either case,
 * encoded letters and slashes at the end; parameters are read leniently, others are ignored. All these spellings are one
 * page.
 */
export function knownPage({ pathname, search }: Location): KnownPage | null {
  const segments = segmentsOf(pathname);
  const page = Object.values<SitePage>(PAGES).find(({ path }) => isAt(path, segments));
  if (page === undefined) return null;
  return { ...page, address: page.address(new URLSearchParams(search), segments.at(-1) ?? "") };
}

/**
 * Writes the address that stands for all spellings of a location: that of the known page, otherwise the path alone. A
 * rendered page names no other, so that server, caches and browser agree on one rendering.
 */
export function pageAddress(location: Location): string {
  return knownPage(location)?.address ?? location.pathname;
}

/** Reads the parameters of the address that stands for all spellings of a location. */
export function addressQuery(location: Location): URLSearchParams {
  return new URLSearchParams(pageAddress(location).split("?")[1]);
}

/** Finds the currency that an address names, in its canonical spelling; null where none is named. */
export function namedCurrency(location: Location): Currency | null {
  const query = addressQuery(location);
  const named = ["currency", "to", "from"].map((name) => query.get(name));
  return CURRENCIES.find((currency) => named.includes(currency)) ?? null;
}
