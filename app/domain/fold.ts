/** Cards or rows of a list that most screens show before they are scrolled. */
const ABOVE_FOLD = 12;

const FOLD_ID = "fold";

/** Id of the page's footer, in header-and-footer.tsx. */
const FOOTER_ID = "footer";

/** @param index place of a card or row in its list, from 0 */
export function isBelowFold(index: number): boolean {
  return index >= ABOVE_FOLD;
}

/** Returns the id of the first card or row below the fold; undefined for all others. */
export function foldId(index: number): string | undefined {
  return index === ABOVE_FOLD ? FOLD_ID : undefined;
}

/**
 * Returns the link that keeps browsers from painting a page before it is whole, because what is there would move while the rest
 * arrives. A list is painted from its fold on: a slow phone that waited for a hundred coins would paint them 0.2 to 0.5 s later.
 * Firefox does not know this link.
 * @param listed cards or rows of the page's list
 */
export function paintWhenThere(listed: number) {
  const id = isBelowFold(listed - 1) ? FOLD_ID : FOOTER_ID;
  return { tagName: "link", rel: "expect", href: `#${id}`, blocking: "render" };
}
