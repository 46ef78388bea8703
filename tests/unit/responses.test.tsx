import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { sealDocument, setFinalCacheHeaders } from "~/services/responses/headers.server";
import { pageResponse, renderDocument } from "~/services/responses/responses.server";

const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** The directives for scripts and styles, of a document with this marker. */
function inlineDirectives(html: string) {
  const { policy } = sealDocument(html, "marker");
  return policy.split("; ").filter((directive) => /^(?:script|style)-src /.test(directive));
}

it("the policy allows each inline script and style that the site has marked, by its hash, once", () => {
  const html = `<html><head><style id="a" nonce="marker">a{}</style></head><body>
    <script nonce="marker">one()</script><script nonce="marker" type="module" async="">two()
    three()</script><script src="/assets/x.js"></script><script nonce="marker">one()</script></body></html>`;
  expect(inlineDirectives(html)).toEqual([
    `script-src 'self' ${hashOf("one()")} ${hashOf("two()\n    three()")}`,
    `style-src 'self' ${hashOf("a{}")}`,
  ]);
});

it("the policy allows prefetching the site itself, and nothing that pages do not contain", () => {
  const directives = sealDocument("<p>text</p>", "marker").policy.split("; ");
  // What is prefetched goes by the default. These are the kinds of content that no directive of ours names otherwise.
  expect(directives).toContain("default-src 'self'");
  for (const kind of ["child", "font", "media", "object"]) expect(directives).toContain(`${kind}-src 'none'`);
});

it.each([
  "<script>evil()</script>",
  '<script nonce="">evil()</script>',
  '<script nonce="other">evil()</script>',
  '<script data-nonce="marker">evil()</script>',
  "<style>*{display:none}</style>",
  '<script type="application/ld+json">{"name":"evil()"}</script>',
])("the policy does not allow injected content: %s", (injected) => {
  expect(inlineDirectives(`<p>${injected}</p><script nonce="marker">own()</script>`)).toEqual([
    `script-src 'self' ${hashOf("own()")}`,
    "style-src 'self'",
  ]);
});

it("the policy names only what the site wrote, even after a tag that does not end", () => {
  const [scripts] = inlineDirectives('<p><script a="<script nonce="marker">own()</script>');
  expect(scripts).toBe(`script-src 'self' ${hashOf("own()")}`);
});

it("a document is sent without its markers", () => {
  const marked = '<style nonce="marker">a{}</style><script nonce="marker" async="">b</script>';
  const { html } = sealDocument(marked, "marker");
  expect(html).toBe('<style>a{}</style><script async="">b</script>');
});

it.each([
  [400, "public, s-maxage=60", "no-store", null],
  [404, "public, s-maxage=60", "no-store", null],
  [503, "public, s-maxage=60", "no-store", null],
  [202, "public, s-maxage=60", "no-store", null],
  [200, "public, s-maxage=60", "public, s-maxage=60", "60"],
  [200, null, "no-store", null],
])("an answer is cached only if it succeeded and its route says so: %i, %j", (status, set, sent, seconds) => {
  const headers = new Headers({ ...(set && { "Cache-Control": set }), "X-Accel-Expires": "60" });
  setFinalCacheHeaders(headers, status);
  expect([headers.get("cache-control"), headers.get("x-accel-expires")]).toEqual([sent, seconds]);
});

it.each([
  [{ isOutOfDate: false }, "public, max-age=0, s-maxage=60, stale-while-revalidate=60, stale-if-error=3600"],
  [{ isOutOfDate: true }, "public, max-age=0, s-maxage=5"],
  [{ isOutOfDate: false, retryInMs: 3900 }, "public, max-age=0, s-maxage=2"],
  [{ isOutOfDate: false, retryInMs: 600_000 }, "public, max-age=0, s-maxage=5"],
])(
  "a page is cached while it is fresh; one that is soon replaced, for seconds; a visitor's own, never: %j",
  async (age, expected) => {
    const page = { model: { fetchedAt: 0, ...age }, freshForMs: 60_000 };
    const headersOf = async (isOwn: boolean) =>
      new Headers((await pageResponse(Promise.resolve(page), isOwn)).init?.headers);
    const headers = await headersOf(false);
    expect((await headersOf(true)).get("cache-control")).toBe("private, no-store");
    expect(headers.get("cache-control")).toBe(expected);
    expect(headers.get("x-accel-expires")).toBe(/s-maxage=(\d+)/.exec(expected)?.[1]);
  },
);

it("a document is intact where React splits its stream within a character", async () => {
  const textOf = (index: number) => `${index} ${"₹".repeat(index % 7)}${"x".repeat(index % 3)}é`;
  const texts = Array.from({ length: 300 }, (_, index) => textOf(index));
  const items = texts.map((text) => <li key={text}>{text}</li>);
  const html = texts.map((text) => `<li>${text}</li>`).join("");
  expect(await renderDocument(<ul>{items}</ul>)).toBe(`<ul>${html}</ul>`);
});
