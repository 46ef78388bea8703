import { expect, it } from "vitest";
import { coinCard, pageMeta } from "~/domain/page-meta";

const PAGE = { title: "T", description: "D.", canonical: "/coin/a?currency=usd&range=7d" };

const headOf = (data: { siteUrl: string | null; isSampleMarket: boolean; hasOpenData: boolean }) =>
  pageMeta({ ...PAGE, card: coinCard({ id: "a", name: "A" }, "usd", "7d") }, [{ data }]);

it("metadata without the site's address leaves out what has to be absolute", () => {
  const head = headOf({ siteUrl: null, isSampleMarket: false, hasOpenData: true });
  expect(head).toContainEqual({ tagName: "link", rel: "canonical", href: PAGE.canonical });
  expect(JSON.stringify(head)).not.toMatch(/og:url|og:image|twitter|schema\.org|https?:/);
});

it("metadata with the site's address has no relative addresses", () => {
  const head = headOf({ siteUrl: "https://coins.test", isSampleMarket: true, hasOpenData: true });
  expect(head).toContainEqual({
    property: "og:image",
    content: "https://coins.test/coin/a/preview.png?currency=usd&range=7d",
  });
  expect(head).toContainEqual({
    property: "og:description",
    content: "Sample prices – not a live market. D.",
  });
  expect(JSON.stringify(head)).not.toMatch(/"\/(?!\/)/);
  expect(JSON.stringify(head)).toMatch(/BreadcrumbList.*Dataset/);
});
