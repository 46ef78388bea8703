export const ONE_YEAR_SECONDS = 31_536_000;

/**
 * Returns the value of a cookie; empty if there is none.
 * @param cookies as in the header `Cookie` or in `document.cookie`
 */
export function cookieValue(cookies: string | null | undefined, name: string): string {
  const pair = (cookies ?? "").split(/;\s*/).find((text) => text.startsWith(`${name}=`)) ?? "";
  return pair.slice(name.length + 1);
}

/** The `Set-Cookie` or `document.cookie` value of a cookie of the whole site; one without a value is removed. */
export function setCookie(name: string, value: string, seconds: number): string {
  return `${name}=${value}; Path=/; Max-Age=${value === "" ? 0 : seconds}; SameSite=Lax`;
}
