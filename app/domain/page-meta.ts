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

/** Finds the facts in what a route's `meta` is given; none where the root has no data. */
export function siteFacts(
  matches: readonly { readonly id: string; readonly data: unknown }[],
): Partial<SiteFacts> {
  return matches[0]?.data ?? {};
}

/**
 * Describes a page for its head. What only machines read is in the document and not in the browser's code, which would bring
 * it to every visitor: entry.client.tsx puts it where React leaves it alone.
 */
export function pageMeta({ title, description, canonical, card }: PageMeta, site: Partial<SiteFacts>) {
  const described = [
    { title },
    { name: "description", content: description },
    { tagName: "link", rel: "canonical", href: (site.siteUrl ?? "") + canonical },
  ];
  if (!import.meta.env.SSR) return described;
  const page = { siteName: SITE_NAME, title, description, canonical, card: card ?? {} };
  return [...described, ...cardMeta(page, site)];
}
