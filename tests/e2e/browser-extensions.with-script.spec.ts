import type { Page } from "@playwright/test";
import { choose, expect, openHydrated, test } from "./site-test";

// Extensions change a page before its scripts run, and React hydrates the whole document. Foreign elements must not break the
// page (https://github.com/remix-run/remix/issues/4822). React and the browser may log warnings.
test.use({ expectedMessage: /hydrat|Minified React error|inline style/i });

/** Serves pages as if an extension had changed them. */
async function changeDocuments(page: Page, change: (html: string) => string): Promise<void> {
  await page.route(
    (url) => !url.pathname.includes("."),
    async (route) => {
      if (route.request().resourceType() !== "document") return route.continue();
      const response = await route.fetch();
      await route.fulfill({ response, body: change(await response.text()) });
    },
  );
}

const CHANGES: readonly (readonly [where: string, change: (html: string) => string])[] = [
  [
    "elements at both ends of the head, a style sheet, and an attribute of the document",
    (html) =>
      html
        .replace("<html ", "<html data-ext ")
        .replace("<head>", '<head><meta name="ext">')
        .replace("</head>", '<style data-ext=""></style><meta name="ext"></head>'),
  ],
  [
    "elements at both ends of the body, and an attribute",
    (html) =>
      html
        .replace(/<body([^>]*)>/, "<body data-ext$1><div data-ext></div>")
        .replace("</body>", "<div data-ext></div></body>"),
  ],
];

test("what extensions change breaks neither styles nor content nor controls", async ({ page }) => {
  for (const [what, change] of CHANGES) {
    await page.unrouteAll();
    await changeDocuments(page, change);
    await openHydrated(page, "/coins?currency=usd");
    await expect(page.getByRole("heading", { name: "Coins" }), what).toBeVisible();
    await expect(page.getByRole("main").getByRole("listitem")).toHaveCount(10);
    await expect(page.getByRole("main").getByRole("list")).toHaveCSS("display", "grid");
    const sheet = page.locator("style#site-style");
    expect(await sheet.evaluate((style) => style.textContent)).toContain(".card-grid");
    await choose(page, "eur", true);
    await expect(page).toHaveURL(/currency=eur/);
    await page.getByRole("link", { name: /Ethereum eth .*€/i }).click();
    await expect(page.getByRole("heading", { name: /Ethereum/, level: 1 })).toBeVisible();
  }
});
