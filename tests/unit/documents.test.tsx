import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { contentSecurityPolicy, setFinalCacheHeaders } from "~/services/documents/headers.server";
import { renderDocument } from "~/services/documents/responses.server";

const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

it("the policy allows each inline script and style of a document by its hash, and no other", () => {
  const policy = contentSecurityPolicy(`<html><head><style media="print">a{}</style></head><body>
    <script>one()</script><script type="module" async="">two()
    three()</script><script src="/assets/x.js"></script><script>one()</script></body></html>`);
  const directives = policy.split("; ");
  expect(directives).toContain(`script-src 'self' ${hashOf("one()")} ${hashOf("two()\n    three()")}`);
  expect(directives).toContain(`style-src 'self' ${hashOf("a{}")}`);
});

it("the policy allows the site itself to be prefetched, and nothing that no page has", () => {
  const directives = contentSecurityPolicy("<p>text</p>").split("; ");
  // What is prefetched goes by the default. These are the kinds of content that no directive of ours names otherwise.
  expect(directives).toContain("default-src 'self'");
  for (const kind of ["child", "font", "media", "object"]) expect(directives).toContain(`${kind}-src 'none'`);
});

it("the policy of a document without inline scripts allows none", () => {
  expect(contentSecurityPolicy("<p>no script</p>").split("; ")).toContain("script-src 'self'");
});

it.each([
  [400, "no-store", null],
  [404, "no-store", null],
  [503, "no-store", null],
  [202, "no-store", null],
  [200, "public, s-maxage=60", "60"],
])("an answer with status %i is cached only if it succeeded", (status, cacheControl, seconds) => {
  const headers = new Headers({ "Cache-Control": "public, s-maxage=60", "X-Accel-Expires": "60" });
  setFinalCacheHeaders(headers, status);
  expect([headers.get("cache-control"), headers.get("x-accel-expires")]).toEqual([cacheControl, seconds]);
});

it("an answer whose route sets no Cache-Control is not stored", () => {
  const headers = new Headers({ "X-Accel-Expires": "60" });
  setFinalCacheHeaders(headers, 200);
  expect([headers.get("cache-control"), headers.has("x-accel-expires")]).toEqual(["no-store", false]);
});

it("a document is intact where React splits its stream within a character", async () => {
  const texts = Array.from(
    { length: 300 },
    (_, index) => `${index} ${"₹".repeat(index % 7)}${"x".repeat(index % 3)}é`,
  );
  const items = texts.map((text) => <li key={text}>{text}</li>);
  const html = texts.map((text) => `<li>${text}</li>`).join("");
  expect(await renderDocument(<ul>{items}</ul>)).toBe(`<ul>${html}</ul>`);
});
