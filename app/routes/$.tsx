// Matches every address that no other route has. Without it the root's loader would not run, and the page around the error
// would lack its data.

/** @throws {Response} always: 404 */
export function loader(): never {
  // A Response and not data(): Remix 2 loses the status text of the latter.
  throw new Response(null, { status: 404, statusText: "Not Found" });
}

/** @throws {Response} always: 404 */
export const action = loader;

export default function UnknownAddress() {
  return null;
}
