/** Resolves to null where a promise takes longer than so many milliseconds; it goes on. */
export function within<Result>(ms: number, promised: Promise<Result>): Promise<Result | null> {
  const passed = new Promise<null>((resolve) => {
    setTimeout(resolve, ms, null).unref();
  });
  return Promise.race([promised, passed]);
}
