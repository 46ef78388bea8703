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
  /** Milliseconds since the epoch at which its main data were fetched; null: it has none. */
  readonly fetchedAt: number | null;
  /** Milliseconds after which it asks again for what is still to come; null: it is whole. */
  readonly retryInMs: number | null;
}

/**
 * Opens pages with the loaders of their routes: what visitors get, without the HTML. Import it when time is simulated and the
 * service is there. The page cache in front of the routes is left out; what it answers, they answer at once from memory.
 * Visitors who leave before they have their page abort the signal.
 */
export async function createSite(): Promise<(view: View, leaving?: AbortSignal) => Promise<OpenedPage>> {
  const [coins, coin, compare, search, convert] = await Promise.all([
    import("~/routes/coins"),
    import("~/routes/coin.$id"),
    import("~/routes/compare"),
    import("~/routes/search"),
    import("~/routes/convert"),
  ]);
  const loaders = {
    list: coins.loader,
    table: coins.loader,
    coin: coin.loader,
    compare: compare.loader,
    search: search.loader,
    convert: convert.loader,
  };

  return async function open({ kind, address }, leaving = new AbortController().signal): Promise<OpenedPage> {
    const url = new URL(address, "http://site.example");
    const [, id] = /^\/coin\/([^/]+)$/.exec(url.pathname) ?? [];
    const params = id === undefined ? {} : { id: decodeURIComponent(id) };
    const args: LoaderFunctionArgs = { request: new Request(url, { signal: leaving }), params, context: {} };
    try {
      const { data, init } = await loaders[kind](args);
      const [retryInMs, fetchedAt] = [at(data, "retryInMs"), at(data, "fetchedAt")];
      return {
        status: init?.status ?? 200,
        hasSomething: isSomethingOn(kind, data),
        isWithoutChart: kind === "coin" && !hasChart(data),
        fetchedAt: typeof fetchedAt === "number" ? fetchedAt : null,
        retryInMs: typeof retryInMs === "number" ? retryInMs : null,
      };
    } catch (error) {
      if (!(error instanceof Response)) throw error;
      // A search for a coin's whole name leads to the coin.
      const location = error.headers.get("location");
      if (location !== null)
        return open({ kind: location.startsWith("/coin/") ? "coin" : kind, address: location }, leaving);
      const nothing = { hasSomething: false, isWithoutChart: false, fetchedAt: null, retryInMs: null };
      return { ...nothing, status: error.status };
    }
  };
}

/** Lists: a coin. A coin: its price or its chart. A comparison: a line or a figure. A conversion: its result. */
function isSomethingOn(kind: View["kind"], page: unknown): boolean {
  switch (kind) {
    case "list":
    case "table":
    case "search":
      return listAt(page, "coins").length > 0;
    case "coin":
      return hasChart(page) || typeof at(page, "coin", "price") === "number";
    case "compare": {
      const isDrawn = listAt(page, "coins").some((coin) => listAt(coin, "shows", "values").length > 0);
      const cells = listAt(page, "comparison", "figures").flatMap((figure) => listAt(figure, "cells"));
      return isDrawn || cells.some((cell) => at(cell, "text") !== NOT_AVAILABLE);
    }
    case "convert":
      return (at(page, "result") ?? null) !== null;
  }
}

function hasChart(page: unknown): boolean {
  return listAt(page, "history", "drawing", "points").length > 0;
}

function listAt(value: unknown, ...names: readonly string[]): readonly unknown[] {
  const found = at(value, ...names);
  return Array.isArray(found) ? found : [];
}

/** Reads a field of a page's model, which differs from page to page; undefined where there is none. */
function at(value: unknown, ...names: readonly string[]): unknown {
  return names.reduce<unknown>(
    (part, name) => (typeof part === "object" && part !== null ? Reflect.get(part, name) : undefined),
    value,
  );
}
