import type { EntryContext } from "@remix-run/node";
import { pageAddress } from "~/domain/page-address";
import type { DocumentIdentity } from "./document-memory.server";

/** Stands for the model of pages that have none. */
const NO_MODEL = {};

/** The routes whose pages show nothing but what the root's loader says. */
const PAGES_WITHOUT_MODEL: ReadonlySet<string> = new Set(["routes/_index"]);

/** What the document of a request is remembered by, or null for one that is not remembered: a failure, for example. */
export function documentIdentity(
  request: Request,
  { errors, loaderData, matches }: EntryContext["staticHandlerContext"],
): DocumentIdentity | null {
  const route = matches.at(-1)?.route.id;
  if (errors !== null || route === undefined) return null;
  const data: unknown = loaderData[route];
  const model = isObject(data) ? data : PAGES_WITHOUT_MODEL.has(route) ? NO_MODEL : null;
  if (model === null) return null;
  return { model, address: pageAddress(new URL(request.url)), variant: JSON.stringify(loaderData["root"]) };
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
