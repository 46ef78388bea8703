export const SITE_NAME = "Cypto-On-The-GO";

/** The document title of a page: `Coins – Cypto-On-The-GO`. */
export function pageTitle(page: string): string {
  return `${page} – ${SITE_NAME}`;
}
