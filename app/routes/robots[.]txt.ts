const ONE_HOUR_SECONDS = 3600;

const TEXT = `User-agent: *
Disallow: /metrics
Allow: /
`;

/** Tells crawlers which addresses to leave out. */
export function loader() {
  return new Response(TEXT, {
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "Cache-Control": `public, max-age=${ONE_HOUR_SECONDS}`,
      "X-Content-Type-Options": "nosniff",
    },
  });
}
