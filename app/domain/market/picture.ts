/** Where the site has the pictures of coins and exchanges, so that no other site learns who looks at them. */
export const PICTURE_PATH = "/picture/";

/**
 * Returns the site's path of the picture at an http(s) address: the address without its scheme. Its query is part of the path, as
 * the server rewrites queries.
 */
export function pictureHref(url: string): string {
  return url.replace(/^https?:\/\//, PICTURE_PATH).replaceAll("?", "%3F");
}
