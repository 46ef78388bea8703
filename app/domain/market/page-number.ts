/** The list of coins is offered as pages 1 to 132, of a hundred coins each. */
export const PAGE_COUNT = 132;

export const DEFAULT_PAGE_NUMBER = 1;

/**
 * Reads a page number from a query value. Only plain digits count (`3`, ` 3 `, `03`); anything else, and anything
 * outside 1…132, is page 1.
 */
export function parsePageNumber(value: string | null): number {
  const digits = value?.trim() ?? "";
  if (!/^\d{1,9}$/.test(digits)) return DEFAULT_PAGE_NUMBER;
  const number = Number(digits);
  return number >= 1 && number <= PAGE_COUNT ? number : DEFAULT_PAGE_NUMBER;
}
