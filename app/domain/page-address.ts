import { coinHref, coinsHref } from "./links";
import { parseCurrency } from "./market/currency";
import { parsePageNumber } from "./market/page-number";
import { parseRange } from "./market/range";

/** A path and a query with its question mark, as in `URL` and in the router's location. */
interface Location {
  readonly pathname: string;
  readonly search: string;
}

interface KnownPage {
  /** The one address of the page: path and parsed parameters. */
  readonly address: string;
  /** The id of its route, by which Remix asks for the data of one route alone. */
  readonly routeId: string;
}

/**
 * The page that a location shows, or null where no page of the site is. The router takes letters of either case, encoded
 * letters and slashes at the end; parameters are read leniently, others are ignored. All these spellings are one page.
 */
export function knownPage({ pathname, search }: Location): KnownPage | null {
  const [name, id, ...rest] = segmentsOf(pathname);
  if (rest.length > 0) return null;
  const query = new URLSearchParams(search);
  const currency = parseCurrency(query.get("currency"));
  switch (`${name?.toLowerCase() ?? ""}${id === undefined ? "" : "/"}`) {
    case "":
      return { address: "/", routeId: "routes/_index" };
    case "coins":
      return { address: coinsHref(currency, parsePageNumber(query.get("page"))), routeId: "routes/coins" };
    case "coin/":
      return id
        ? { address: coinHref(id, currency, parseRange(query.get("range"))), routeId: "routes/coin.$id" }
        : null;
    case "exchanges":
      return { address: "/exchanges", routeId: "routes/exchanges" };
    default:
      return null;
  }
}

/**
 * The address that stands for all spellings of a location: that of the known page, otherwise the path alone. What is
 * rendered names no other, so that server, caches and browser agree on one rendering.
 */
export function pageAddress(location: Location): string {
  return knownPage(location)?.address ?? location.pathname;
}

/** Decoded; none of a path that cannot be decoded is a page's. */
function segmentsOf(pathname: string): string[] {
  try {
    const segments = pathname.split("/").slice(1).map(decodeURIComponent);
    while (segments.at(-1) === "") segments.pop();
    return segments;
  } catch {
    return [pathname];
  }
}
