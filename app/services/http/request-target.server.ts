import { dataPath, knownPage, pathOfData } from "~/domain/addresses/canonical-address";
import { fileAddress } from "~/domain/addresses/file-addresses";
import { isOwnWatchlist, PAGES } from "~/domain/addresses/page-addresses";

export interface Target {
  /**
   * A generated `file`; a `page`, or its `data`; the visitor's `own watchlist`, as either; a `form`, or the `status` of this process,
   * which Remix answers each time; whether it is `ready`; or an unknown address.
   */
  readonly kind: "file" | "page" | "data" | "own watchlist" | "form" | "status" | "ready" | "nowhere";
  /** The canonical address, the only one that Remix sees: path and parsed parameters. */
  readonly address: string;
  readonly takesForm: boolean;
  /** Remix's name of the page's route; for what is not a page, its kind. */
  readonly route: string;
  readonly path: string;
  /**
   * Whether caches may keep an answer by its address as sent: whether that has only parameters of the canonical address, each
   * once and with the canonical value. Links and visitors omit defaults (`/coins`), so a page has a few such addresses; all
   * others, of which anyone can invent any number, reach the app.
   */
  readonly isPlain: boolean;
}

/** Stands for all unknown addresses, so that one page answers all of them; Remix answers 404. */
export const NOWHERE = "/nowhere";
/** Addresses besides pages, their data and files. The last one tells the browser where to go after the form. */
const SPECIAL_PATHS: Readonly<Record<string, "form" | "status" | "ready">> = {
  "/healthz": "status",
  "/readyz": "ready",
  "/metrics": "status",
  "/status": "status",
  "/status.json": "status",
  "/colour-mode": "form",
  [dataPath("/colour-mode")]: "form",
};

/**
 * Reads an address in the form that browsers send: no dot segments, backslashes or fragment. Null for any other.
 * @param accept the header of a request: data are for scripts alone, which ask for anything. To a visitor, `/coin/pepe.data` is the
 * page of a coin with that id. Firefox prefetches data as if they were pages, but with the parameter of Remix.
 */
export function readTarget(sent: string, accept = ""): Target | null {
  // `OPTIONS *` has no path; a proxy request has a whole URL.
  const whole = `http://site.invalid${sent}`;
  if (!sent.startsWith("/") || !URL.canParse(whole)) return null;
  const url = new URL(whole);
  const path = url.pathname;
  if (path !== sent.split("?", 1)[0] || url.hash !== "") return null;
  try {
    decodeURIComponent(path);
  } catch {
    return null;
  }
  const isForVisitor = accept.includes("text/html") && !url.searchParams.has("_routes");
  const target = findTarget(url, isForVisitor ? null : pathOfData(path));
  return { ...target, path, isPlain: isPlain(sent, target.address) };
}

/** @param shown the path of the page whose data are asked for; null: not for data */
function findTarget(
  url: URL,
  shown: string | null,
): Pick<Target, "kind" | "address" | "takesForm" | "route"> {
  const { pathname, search, searchParams } = url;
  const special = SPECIAL_PATHS[pathname];
  if (special !== undefined)
    return { kind: special, address: pathname, takesForm: special === "form", route: special };
  const isData = shown !== null;
  // Remix would also return data of files, under any spelling of their path.
  const file = isData ? null : fileAddress(url);
  if (file !== null)
    return {
      kind: isOwnWatchlist(file) ? "own watchlist" : "file",
      address: file,
      takesForm: false,
      route: "file",
    };
  const page = knownPage({ pathname: shown ?? pathname, search });
  if (page === null) {
    const address = isData ? dataPath(NOWHERE) : NOWHERE;
    return { kind: "nowhere", address, takesForm: false, route: "nowhere" };
  }
  return {
    kind: isOwnWatchlist(page.address) ? "own watchlist" : isData ? "data" : "page",
    address: isData ? dataAddress(page.address, page.routeId, searchParams.get("_routes")) : page.address,
    takesForm: page.routeId === PAGES.watchlist.routeId,
    route: page.routeId.replace("routes/", ""),
  };
}

/** Adds the requested routes to the page's parameters; none means all. */
function dataAddress(address: string, routeId: string, named: string | null): string {
  const [path = "", query] = address.split("?");
  const parameters = new URLSearchParams(query);
  const ids = named?.split(",") ?? [];
  const routes = ["root", routeId].filter((id) => ids.includes(id)).join(",");
  if (routes !== "") parameters.set("_routes", routes);
  const search = parameters.size > 0 ? `?${parameters}` : "";
  return dataPath(path) + search;
}

function isPlain(sent: string, canonical: string): boolean {
  const [path, parameters] = splitAddress(sent);
  const [canonicalPath, canonicalParameters] = splitAddress(canonical);
  return (
    path === canonicalPath &&
    new Set(parameters).size === parameters.length &&
    parameters.every((parameter) => canonicalParameters.includes(parameter))
  );
}

function splitAddress(address: string): [path: string, parameters: readonly string[]] {
  const at = address.indexOf("?");
  return at === -1 ? [address, []] : [address.slice(0, at), address.slice(at + 1).split("&")];
}
