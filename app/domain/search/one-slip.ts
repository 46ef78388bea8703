/**
 * Tells whether a text, from a place on, begins with the query but for one slip of the finger: a letter that is wrong, missing
 * or too many, or two that have changed places (the distance of Damerau and Levenshtein, of one).
 * @param ends the first character code that belongs to a field: a lower one ends it, and no slip leads past its end
 */
export function beginsWithinOneSlip(text: string, at: number, query: string, ends: number): boolean {
  let index = 0;
  while (index < query.length && text.charCodeAt(at + index) === query.charCodeAt(index)) index += 1;
  if (index >= query.length - 1) return true;
  const here = at + index;
  if (!(text.charCodeAt(here) >= ends)) return false;
  return (
    // Wrong, missing, too many, swapped.
    isSame(text, here + 1, query, index + 1) ||
    isSame(text, here + 1, query, index) ||
    isSame(text, here, query, index + 1) ||
    (text.charCodeAt(here) === query.charCodeAt(index + 1) &&
      text.charCodeAt(here + 1) === query.charCodeAt(index) &&
      isSame(text, here + 2, query, index + 2))
  );
}

/** Tells whether the text goes on, from a place on, with the query from one of its letters on. */
function isSame(text: string, at: number, query: string, from: number): boolean {
  const shift = at - from;
  let index = from;
  while (index < query.length && text.charCodeAt(index + shift) === query.charCodeAt(index)) index += 1;
  return index === query.length;
}
