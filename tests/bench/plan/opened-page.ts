import type { LoaderFunctionArgs } from "@remix-run/node";
import { NOT_AVAILABLE } from "~/domain/format/number";
import type { View } from "./visitor";

/** What a visitor got. */
export interface OpenedPage {
  readonly status: number;
  /** Whether there is anything on it of what was asked for. */
  readonly hasSomething: boolean;
  /** Whether it is a coin's page without its chart. */
  readonly isWithoutChart: boolean;
  /** Seconds after which it is to be loaded again, because something on it is still to come; null: it is whole. */
  readonly refreshSeconds: number | null;
}

/**
 * Opens pages with the loaders of their routes: what visitors get, without the HTML. Import it when time is simulated and the
 * service is there. The page cache in front of the routes is left out; what it answers, they answer at once from memory.
 */
export async function createSite(): Promise<(view: View) => Promise<OpenedPage>> {
  const [coins, coin, compare, search, convert] = await Promise.all([
    import("~/routes/coins"),
    import("~/routes/coin.$id"),
    import("~/routes/compare"),
    import("~/routes/search"),
    import("~/routes/convert"),
  ]);

  async function open({ kind, address }: View): Promise<OpenedPage> {
    const url = new URL(address, "http://site.example");
    const args: LoaderFunctionArgs = { request: new Request(url), params: {}, context: {} };
    switch (kind) {
      case "list":
      case "table": {
        const { data, init } = await coins.loader(args);
        return opened(init, data.coins.length > 0);
      }
      case "coin": {
        const id = decodeURIComponent(url.pathname.replace("/coin/", ""));
        const { data, init } = await coin.loader({ ...args, params: { id } });
        const hasChart = data.points.length > 0;
        return opened(init, hasChart || data.quote.price !== null, !hasChart);
      }
      case "compare": {
        const { data, init } = await compare.loader(args);
        const isDrawn = data.coins.some(({ shows }) => typeof shows === "object");
        const cells = data.comparison?.figures.flatMap((figure) => figure.cells) ?? [];
        return opened(init, isDrawn || cells.some(({ text }) => text !== NOT_AVAILABLE));
      }
      case "search": {
        const { data, init } = await search.loader(args);
        return opened(init, data.coins.length > 0);
      }
      case "convert": {
        const { data, init } = await convert.loader(args);
        return opened(init, data.result !== null);
      }
    }
  }

  return (view) =>
    open(view).catch((error: unknown) => {
      if (!(error instanceof Response)) throw error;
      return { status: error.status, hasSomething: false, isWithoutChart: false, refreshSeconds: null };
    });
}

function opened(init: ResponseInit | null, hasSomething: boolean, isWithoutChart = false): OpenedPage {
  const refresh = Number.parseInt(new Headers(init?.headers).get("refresh") ?? "", 10);
  const refreshSeconds = Number.isNaN(refresh) ? null : refresh;
  return { status: init?.status ?? 200, hasSomething, isWithoutChart, refreshSeconds };
}
