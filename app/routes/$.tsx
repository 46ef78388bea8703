// Matches every address that no other route does. Without it the root's loader would not run, and the error page's layout
// would have no data.

/** @throws {Response} always: 404 */
export function loader(): never {
  // A Response, not data(): Remix 2 loses the status text of the latter.
  throw new Response(null, { status: 404, statusText: "Not Found" });
}

/** @throws {Response} always: 404 */
export const action = loader;

export default function UnknownAddress() {
  return null;
}
