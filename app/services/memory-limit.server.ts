import { totalmem } from "node:os";

/** Returns the bytes that this process may have: the limit of its container or unit, or all of the machine. */
export function memoryLimit(): number {
  // Without a limit it is 0, or more than there is.
  return Math.min(process.constrainedMemory() || Number.POSITIVE_INFINITY, totalmem());
}
