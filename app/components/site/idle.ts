/** The longest that an idle task waits on a page that is always busy. */
const TIMEOUT_MS = 2000;

/**
 * Calls a function in a task of its own, when the page has nothing else to do; Safari has no such moments.
 * @returns a function that calls it off, for effects
 */
export function whenIdle(call: () => void): () => void {
  if (typeof window.requestIdleCallback !== "function") {
    const timer = setTimeout(call);
    return () => clearTimeout(timer);
  }
  const handle = window.requestIdleCallback(call, { timeout: TIMEOUT_MS });
  return () => window.cancelIdleCallback(handle);
}
