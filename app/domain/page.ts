/** The list of coins is offered as pages 1 to 132, of a hundred coins each. */
export const PAGE_COUNT = 132;

export const DEFAULT_PAGE = 1;

/**
 * Reads a page number from a query value. Only plain digits count (`3`, ` 3 `, `03`); anything else, and anything
 * outside 1…132, is page 1.
 */
export function parsePage(value: string | null): number {
  const digits = value?.trim() ?? "";
  if (!/^\d{1,9}$/.test(digits)) return DEFAULT_PAGE;
  const page = Number(digits);
  return page >= 1 && page <= PAGE_COUNT ? page : DEFAULT_PAGE;
}
