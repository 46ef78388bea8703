import { expect, expectLink, follow, HTML_ONLY, test } from "./site-test";

test("every page can be previewed and installed", HTML_ONLY, async ({ page, request }) => {
  for (const path of ["/", "/coins?page=3", "/coin/bitcoin", "/exchanges"]) {
    await page.goto(path);
    const title = await page.title();
    await expect(page.locator('meta[property="og:title"]')).toHaveAttribute("content", title);
    await expect(page.locator('meta[property="og:site_name"]')).toHaveAttribute("content", "Cypto-On-The-GO");
    await expect(page.locator("meta[name=description]")).toHaveAttribute("content", /\.$/);
    await expect(page.locator("link[rel=canonical]")).toHaveCount(1);
    for (const rel of ["icon", "manifest"]) {
      const href = await page.locator(`link[rel=${rel}]`).getAttribute("href");
      expect((await request.get(href ?? "")).status(), `${rel} ${href}`).toBe(200);
    }
  }
  // Apple's browsers, and programs that read no HTML, look for their icon at the root.
  for (const [path, type] of [
    ["/apple-touch-icon.png", "image/png"],
    ["/favicon.ico", "image/x-icon"],
  ] as const) {
    const icon = await request.get(path);
    expect(icon.status()).toBe(200);
    expect(icon.headers()).toMatchObject({ "content-type": type, "cache-control": "public, max-age=3600" });
    expect((await icon.body()).byteLength).toBeLessThan(10_000);
  }
});

test("the manifest's icons exist, in the sizes that it names", HTML_ONLY, async ({ page, request }) => {
  const manifest: { icons: { src: string; sizes: string }[] } = await (
    await request.get("/manifest.webmanifest")
  ).json();
  await page.goto("/");
  for (const { src, sizes } of manifest.icons) {
    const response = await request.get(src);
    expect(response.status(), src).toBe(200);
    if (!src.endsWith(".png")) continue;
    // Width and height are at bytes 16 and 20 of a PNG.
    const body = await response.body();
    expect(`${body.readUInt32BE(16)}x${body.readUInt32BE(20)}`).toBe(sizes);
  }
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`the browser's frame has the colour of the ${colorScheme} header`, HTML_ONLY, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await page.goto("/coins");
    const frame = page.locator(`meta[name=theme-color][media*=${colorScheme}]`);
    const [, ...channels] = /^#(..)(..)(..)$/.exec((await frame.getAttribute("content")) ?? "") ?? [];
    await expect(page.getByRole("banner")).toHaveCSS(
      "background-color",
      `rgb(${channels.map((channel) => Number.parseInt(channel, 16)).join(", ")})`,
    );
  });
}

test("the previous and the next page are links, where they exist", HTML_ONLY, async ({ page }) => {
  const pages = page.getByRole("navigation", { name: "Pages" });
  await page.goto("/coins?currency=usd&page=1");
  await expect(pages.getByRole("link", { name: "Previous page" })).toHaveCount(0);
  await follow(pages.getByRole("link", { name: "Next page" }), "/coins?currency=usd&page=2");
  await expect(pages.getByRole("link", { name: "Previous page" })).toHaveAttribute("rel", "prev");
  await page.goto("/coins?currency=usd&page=132");
  await expect(pages.getByRole("link", { name: "Next page" })).toHaveCount(0);
  await expectLink(pages, "Previous page", "/coins?currency=usd&page=131");
});

test("a coin's page is printed light, whole and without controls", async ({ page, javaScriptEnabled }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto("/coin/bitcoin");
  if (javaScriptEnabled) await expect(page.locator(".highcharts-graph")).toBeVisible();
  await page.emulateMedia({ media: "print" });
  // Paper is narrower than the screen for which the interactive chart was drawn.
  await expect(page.locator(".static-chart .chart-lines path")).toBeVisible();
  const hours = page.locator(".static-chart").getByText(/^\d\d:00$/);
  await expect(hours.filter({ visible: true })).not.toHaveCount(0);
  await expect(page.locator(".interactive-chart")).toHaveCount(javaScriptEnabled ? 1 : 0);
  await expect(page.locator(".interactive-chart").filter({ visible: true })).toHaveCount(0);
  await expect(page.locator("html")).toHaveCSS("color-scheme", "light");
  await expect(page.locator("body")).toHaveCSS("background-color", "rgb(255, 255, 255)");
  await expect(page.locator(".price-chart-box")).toBeVisible();
  await expect(page.getByRole("region", { name: "Key figures" })).toBeVisible();
  await expect(page.getByRole("radio")).toHaveCount(0);
  await expect(page.getByRole("button")).toHaveCount(0);
  await expect(page.getByRole("navigation", { name: "Main" })).toBeHidden();
});

test("no page is printed with buttons, fields or a dark background", HTML_ONLY, async ({ page }) => {
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  for (const path of [
    "/",
    "/convert?amount=2&from=bitcoin&to=usd",
    "/compare?ids=bitcoin",
    "/coins",
    "/nowhere",
  ]) {
    await page.goto(path);
    await expect(page.locator("button, .button, input, textarea").filter({ visible: true })).toHaveCount(0);
  }
  await page.goto("/convert?amount=2&from=bitcoin&to=usd");
  await expect(page.getByText("2 Bitcoin")).toBeVisible();
  await page.goto("/");
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toHaveCSS("color", "rgb(23, 26, 43)");
  for (const property of ["background-image", "background-color"])
    await expect(heading.locator("..")).toHaveCSS(property, /none|rgba\(0, 0, 0, 0\)/);
});
