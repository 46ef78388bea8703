import { fileAddress } from "~/domain/files";
import { knownPage } from "~/domain/page-address";

const DATA_SUFFIX = ".data";
/** Remix' name for the front page in the address of its data. */
const DATA_OF_FRONT_PAGE = "/_root";
/** Stands for all addresses at which there is nothing, so that one page answers all of them; Remix answers 404. */
const NOWHERE = "/nowhere";
/** What there is besides pages, their data and files. The last one tells the browser where to go after the form. */
const OTHER_PATHS = ["/healthz", "/metrics", "/colour-mode", `/colour-mode${DATA_SUFFIX}`];

/**
 * Writes the one address that stands for all spellings of a page, of its data or of a file: path and parsed parameters. Data
 * also depend on the routes that are asked for; all other addresses have no parameters. All unknown paths are one.
 */
export function canonicalTarget(url: URL): string {
  if (OTHER_PATHS.includes(url.pathname)) return url.pathname;
  if (!url.pathname.endsWith(DATA_SUFFIX)) return fileAddress(url) ?? knownPage(url)?.address ?? NOWHERE;
  const path = url.pathname.slice(0, -DATA_SUFFIX.length);
  const pathname = path === DATA_OF_FRONT_PAGE || path === "" ? "/" : path;
  const page = knownPage({ pathname, search: url.search });
  // Remix would make data of files, too, under any spelling of their path.
  if (page === null) return NOWHERE + DATA_SUFFIX;
  const { pathname: pagePath, searchParams } = new URL(page.address, url);
  const routes = knownRoutes(url.searchParams.get("_routes"), page.routeId);
  if (routes !== "") searchParams.set("_routes", routes);
  const query = searchParams.size > 0 ? `?${searchParams}` : "";
  return `${pagePath === "/" ? DATA_OF_FRONT_PAGE : pagePath}${DATA_SUFFIX}${query}`;
}

/** Tells whether a canonical target stands for all pages, or all data, that do not exist. */
export function isNowhere(target: string): boolean {
  return target === NOWHERE || target === NOWHERE + DATA_SUFFIX;
}

/**
 * Tells whether caches may keep an answer by its address as it was sent: whether that names nothing but parameters of the canonical
 * address, each once and with the canonical value. Links and visitors leave out defaults (`/coins`), so a page has a few such
 * addresses; all others, of which anyone can invent any number, reach the app.
 */
export function isPlainTarget(sent: string, canonical: string): boolean {
  const [path, parameters] = splitTarget(sent);
  const [canonicalPath, canonicalParameters] = splitTarget(canonical);
  return (
    path === canonicalPath &&
    new Set(parameters).size === parameters.length &&
    parameters.every((parameter) => canonicalParameters.includes(parameter))
  );
}

function splitTarget(target: string): [path: string, parameters: readonly string[]] {
  const at = target.indexOf("?");
  return at === -1 ? [target, []] : [target.slice(0, at), target.slice(at + 1).split("&")];
}

/** Keeps the named routes that the page has; none of them means all. */
function knownRoutes(named: string | null, routeId: string): string {
  const ids = named?.split(",") ?? [];
  return ["root", routeId].filter((id) => ids.includes(id)).join(",");
}
