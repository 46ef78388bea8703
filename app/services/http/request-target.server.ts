import { fileAddress } from "~/domain/files";
import { knownPage, pageAddress } from "~/domain/page-address";

const DATA_SUFFIX = ".data";
/** Remix' name for the front page in the address of its data. */
const DATA_OF_FRONT_PAGE = "/_root";
/** The form's own data: how the browser learns where to go. */
const DATA_OF_COLOUR_MODE = `/colour-mode${DATA_SUFFIX}`;
/** Stands for all data that do not exist; Remix answers 404. It would make data of files, too, under any spelling of their path. */
const NO_DATA = `/nowhere${DATA_SUFFIX}`;

/**
 * Writes the one address that stands for all spellings of a page, of its data or of a file: path and parsed parameters. Data
 * also depend on the routes that are asked for; all other addresses have no parameters.
 */
export function canonicalTarget(url: URL): string {
  if (!url.pathname.endsWith(DATA_SUFFIX)) return fileAddress(url) ?? pageAddress(url);
  const path = url.pathname.slice(0, -DATA_SUFFIX.length);
  const pathname = path === DATA_OF_FRONT_PAGE || path === "" ? "/" : path;
  const page = knownPage({ pathname, search: url.search });
  if (page === null) return url.pathname === DATA_OF_COLOUR_MODE ? DATA_OF_COLOUR_MODE : NO_DATA;
  const { pathname: pagePath, searchParams } = new URL(page.address, url);
  const routes = knownRoutes(url.searchParams.get("_routes"), page.routeId);
  if (routes !== "") searchParams.set("_routes", routes);
  const query = searchParams.size > 0 ? `?${searchParams}` : "";
  return `${pagePath === "/" ? DATA_OF_FRONT_PAGE : pagePath}${DATA_SUFFIX}${query}`;
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
