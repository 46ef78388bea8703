/** A promise that is kept when the test says so. */
export function promiseToKeep(): { readonly promise: Promise<void>; readonly keep: () => void } {
  let keep = () => {};
  const promise = new Promise<void>((resolve) => {
    keep = resolve;
  });
  return { promise, keep };
}
