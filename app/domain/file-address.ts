import { isAt, segmentsOf } from "./address-path";
import { type CoinFile, coinFileHref, coinsPictureHref, parseChartMode } from "./files";
import { parseCurrency } from "./market/currency";
import { parseRange } from "./market/range";

/** Files that are made of data, by path as in the table of pages, with their canonical address. */
const FILES: Readonly<Record<string, (query: URLSearchParams, id: string) => string>> = {
  "/preview.png": () => "/preview.png",
  "/coins/preview.png": (query) => coinsPictureHref(parseCurrency(query.get("currency"))),
  "/coin/:id/history.csv": coinFile("history.csv"),
  "/coin/:id/history.json": coinFile("history.json"),
  "/coin/:id/chart.svg": coinFile("chart.svg"),
  "/coin/:id/preview.png": coinFile("preview.png"),
};

/** Writes the address that stands for all spellings of a file's; null where no such file is. */
export function fileAddress({ pathname, search }: { readonly pathname: string; readonly search: string }) {
  const segments = segmentsOf(pathname);
  const [, address] = Object.entries(FILES).find(([path]) => isAt(path, segments)) ?? [];
  return address?.(new URLSearchParams(search), segments[1] ?? "") ?? null;
}

const CANONICAL = new RegExp(
  `^(?:${Object.keys(FILES)
    .map((path) => path.replace(":id", "[^/?]+").replace(".", "\\."))
    .join("|")})(?:\\?|$)`,
);

/** Tells whether a canonical address is that of a file, which is the same in all colour modes. */
export function isFileAddress(address: string): boolean {
  return CANONICAL.test(address);
}

function coinFile(file: CoinFile) {
  return (query: URLSearchParams, id: string) =>
    coinFileHref(
      file,
      id,
      parseCurrency(query.get("currency")),
      parseRange(query.get("range")),
      parseChartMode(query.get("mode")),
    );
}
