import { useRouteLoaderData } from "@remix-run/react";
import type { ColourMode } from "~/domain/colour-mode";
import type { SiteFacts } from "~/domain/page-meta";
import type { ListChange } from "~/domain/watchlist/watchlist";

/** What all pages know of the site and of its visitor; the root's loader returns it. */
export interface SiteData extends SiteFacts {
  readonly colourMode: ColourMode | null;
  /** The change of the visitor's list that the page answers. */
  readonly listChange: ListChange | null;
  /** The source of the prices that asks for a credit; null: there is none. */
  readonly credit: { readonly name: string; readonly text: string; readonly href: string } | null;
  /** Profiles of whoever runs the site; null: there are only placeholders. */
  readonly socialLinks: readonly { readonly name: string; readonly href: string }[] | null;
  /** Who runs the site, how to reach them, and their terms, as far as they are set. */
  readonly owner: readonly { readonly name: string; readonly href: string }[];
  /** Browsers do not load the interactive chart. */
  readonly hasStaticCharts: boolean;
  readonly keepsPagesOffline: boolean;
  readonly year: number;
}

/** Undefined on the server if the root's loader did not run, as for a wrong method, and in the browser after a failed navigation. */
export function useSiteData(): SiteData | undefined {
  return useRouteLoaderData<() => SiteData>("root");
}
