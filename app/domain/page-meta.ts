import { type Card, cardMeta, type SiteFacts } from "./card-meta";

export const SITE_NAME = "Cypto-On-The-GO";

/** Writes the document title of a page: `Coins – Cypto-On-The-GO`. */
export function pageTitle(page: string): string {
  return `${page} – ${SITE_NAME}`;
}

export interface PageMeta {
  /** The whole document title. */
  readonly title: string;
  /** A sentence or two for search results and previews of links. */
  readonly description: string;
  /** The one address of this page, from the site's root. */
  readonly canonical: string;
  /** Facts for machines beyond that, needed where the document is made. */
  readonly card?: Card | null;
}

/**
 * Describes a page for its head. What only machines read is in the document and not in the browser's code, which would bring
 * it to every visitor: entry.client.tsx puts it where React leaves it alone.
 * @param matches as a route's `meta` is given them: the root's data are the facts of the site, if it has any
 */
export function pageMeta(
  { title, description, canonical, card }: PageMeta,
  matches: readonly { readonly data: unknown }[],
) {
  const site: Partial<SiteFacts> = matches[0]?.data ?? {};
  const described = [
    { title },
    { name: "description", content: description },
    { tagName: "link", rel: "canonical", href: (site.siteUrl ?? "") + canonical },
  ];
  if (!import.meta.env.SSR) return described;
  const page = { siteName: SITE_NAME, title, description, canonical, card: card ?? {} };
  return [...described, ...cardMeta(page, site)];
}
