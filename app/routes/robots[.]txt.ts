const ONE_HOUR_SECONDS = 3600;

const TEXT = `User-agent: *
Disallow: /metrics
Allow: /
`;

/** What crawlers may visit. */
export function loader() {
  return new Response(TEXT, {
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "Cache-Control": `public, max-age=${ONE_HOUR_SECONDS}`,
    },
  });
}
