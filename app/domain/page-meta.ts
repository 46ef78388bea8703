export const SITE_NAME = "Cypto-On-The-GO";

/** Writes the document title of a page: `Coins – Cypto-On-The-GO`. */
export function pageTitle(page: string): string {
  return `${page} – ${SITE_NAME}`;
}

interface PageMeta {
  /** The whole document title. */
  readonly title: string;
  /** One sentence for search results and previews of links. */
  readonly description: string;
  /** The one address of this page, from the site's root. */
  readonly canonical: string;
}

/**
 * Describes a page for its head. A picture and an address are left out of Open Graph: both have to be absolute,
 * and the site does not know for certain where it is served.
 */
export function pageMeta({ title, description, canonical }: PageMeta) {
  return [
    { title },
    { name: "description", content: description },
    { tagName: "link", rel: "canonical", href: canonical },
    { property: "og:site_name", content: SITE_NAME },
    { property: "og:type", content: "website" },
    { property: "og:title", content: title },
    { property: "og:description", content: description },
  ];
}
