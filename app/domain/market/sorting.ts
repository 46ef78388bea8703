/** Compares in one fixed language, wherever the site runs; numbers in names by their value. */
const NAMES = new Intl.Collator("en", { numeric: true });

/**
 * Sorts by a figure or a name. Items without one come last in both directions; ties keep their order.
 * @param sign 1: ascending, −1: descending, 0: as they are
 */
export function sortedBy<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => number | string | null,
  sign: 1 | 0 | -1,
): readonly Item[] {
  return items.toSorted((item, otherItem) => {
    const [one, other] = [keyOf(item), keyOf(otherItem)];
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    const areNumbers = typeof one === "number" && typeof other === "number";
    return sign * (areNumbers ? one - other : NAMES.compare(String(one), String(other)));
  });
}
