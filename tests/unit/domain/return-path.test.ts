import { describe, expect, it } from "vitest";
import { parseReturnPath } from "~/domain/addresses/canonical-address";

const CONTROL_CHARACTERS = [...Array(32).keys(), 0x7f].map((code) => String.fromCharCode(code));

describe("the path that a form returns to", () => {
  const SHOWN =
    "/ /coins /coins?currency=usd&page=3 /coin/1move%20token /coin/%E6%AF%94?currency=inr&range=7d";
  const ODD = "/exchanges?next=https://evil.test/ /coins//3 /%2F/evil.test";

  it.each([SHOWN, ODD].flatMap((paths) => paths.split(" ")))("is %s, a path of this site", (path) =>
    expect(parseReturnPath(path)).toBe(path),
  );

  const SLASHES = ["//evil.test", "/\\evil.test", "/\\/evil.test", "\\\\evil.test", "\\/evil.test"];
  const SPACES = ["/\t/evil.test", "/\n/evil.test", "\t//evil.test", " //evil.test"];
  const DOTS = ["/.//evil.test", "/a/..//evil.test", "/%2e//evil.test"];
  const SCHEMES = ["https://evil.test", "https:/evil.test", "https:evil.test", "javascript:alert(1)"];
  const NO_PATHS = ["coins", "?currency=usd", ""];
  // What a form may send that is no text.
  const NO_TEXTS = [null, undefined, 0, {}, ["/coins"], { toString: () => "/coins" }, new Blob(["/coins"])];

  it.each<unknown>([...SLASHES, ...SPACES, ...DOTS, ...SCHEMES, ...NO_PATHS, ...NO_TEXTS])(
    "is the home page instead of %o",
    (value) => expect(parseReturnPath(value)).toBe("/"),
  );

  it.each(CONTROL_CHARACTERS)("is the home page when %j is anywhere in the path", (character) => {
    const paths = [
      `/coins${character}`,
      `/${character}coins`,
      `${character}/coins`,
      `/coins?page=${character}3`,
    ];
    expect(paths.map(parseReturnPath)).toEqual(["/", "/", "/", "/"]);
  });

  it("is the home page for a path of more than 2,000 characters", () => {
    const longest = `/${"a".repeat(1999)}`;
    expect(parseReturnPath(longest)).toBe(longest);
    expect(parseReturnPath(`${longest}a`)).toBe("/");
  });

  const ASCII = ["/coins?a=//evil.test", "/;//evil.test", "/%09/evil.test", "/%5cevil.test", "/a/../coins"];
  const OTHERS = ["/é", "/\u0085/evil.test", "/\u2028/evil.test", "/／evil.test"];

  it.each([...ASCII, ...OTHERS])("stays on this site for %j, as a browser reads it", (value) => {
    const site = "https://site.test";
    expect(new URL(parseReturnPath(value), site).origin).toBe(site);
  });
});
