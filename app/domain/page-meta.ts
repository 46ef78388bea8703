import { SITE_NAME } from "./page-title";

interface PageMeta {
  /** The whole document title. */
  readonly title: string;
  /** One sentence for search results and previews of links. */
  readonly description: string;
  /** The one address of this page, from the site's root. */
  readonly canonical: string;
}

/**
 * What the head of a page says of it. A picture and an address are left out of Open Graph: both have to be absolute,
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
