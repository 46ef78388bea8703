import { PAGE_PATHS } from "./page-paths";
import {
  cutOffTest,
  expect,
  expectCanonical,
  expectLink,
  follow,
  HTML_ONLY,
  sampleTest,
  test,
} from "./site-test";

const PAGES = [...PAGE_PATHS, "/search?q=bit", "/nowhere"];

test("every page has a header, a footer and the colour mode toggle", HTML_ONLY, async ({ page }) => {
  for (const path of PAGES) {
    await test.step(path, async () => {
      await page.goto(path);
      const main = page.getByRole("navigation", { name: "Main" });
      await expectLink(main, "Home", "/");
      await expectLink(main, "Exchanges", "/exchanges");
      await expectLink(main, "Coins", "/coins");
      const footer = page.getByRole("contentinfo");
      await expect(footer.getByRole("link")).toHaveText(["GitHub", "LinkedIn", "X", "About this site"]);
      await expect(footer).toContainText(`© ${new Date().getUTCFullYear()} Cypto-On-The-GO`);
      await expect(footer).toContainText("Developed by");
      await expect(page.getByRole("button", { name: "Switch to dark mode" })).toBeInViewport();
      await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
      await expect(page.getByText("Sample prices")).toHaveCount(0);
    });
  }
});

test("searches, comparisons and conversions are public but not indexed", HTML_ONLY, async ({ page }) => {
  const robots = page.locator("meta[name=robots]");
  for (const [spelling, address] of [
    ["/search?x=1&q=%20BITC%20&currency=EUR", "/search?q=bitc&currency=eur"],
    [
      "/compare?x=1&range=14D&ids=ethereum%2C+bitcoin,ethereum&currency=EUR",
      "/compare?ids=ethereum,bitcoin&currency=eur&range=14d",
    ],
    ["/convert?x=1&to=EUR&from=pepe&amount=%207%20", "/convert?amount=7&from=pepe&to=eur"],
  ] as const) {
    const first = await page.goto(spelling);
    expect(first?.headers()["cache-control"], spelling).toMatch(/^public, max-age=0, s-maxage=\d{1,2},/);
    await expect(robots).toHaveAttribute("content", "noindex");
    await expectCanonical(page, address);
    expect((await page.goto(address))?.headers()["x-cache-status"], address).toBe("HIT");
  }
  // A coin's name stands for its id, and the price of one coin is worth finding.
  await page.goto("/convert?amount=1&from=PEPE&to=eur");
  await expect(robots).toHaveCount(0);
  await expectCanonical(page, "/convert?amount=1&from=pepe&to=eur");
  await page.goto("/coins");
  await expect(robots).toHaveCount(0);
});

test("the footer leads to what the site is, and what it keeps of a visitor", async ({ page }) => {
  await page.goto("/coins?currency=usd");
  await follow(page.getByRole("link", { name: "About this site" }), "/about?currency=usd");
  await expect(page.getByRole("heading", { level: 1, name: "About Cypto-On-The-GO" })).toBeVisible();
  await expect(page.getByRole("heading", { level: 2 })).toHaveText([
    "Where the figures come from",
    "What this site stores",
    "No advice",
  ]);
});

test("the home page shows a bobbing bitcoin and the name of the site", HTML_ONLY, async ({ page }) => {
  await page.goto("/");
  await expect(page).toHaveTitle("Cypto-On-The-GO");
  await expect(page.getByRole("heading", { name: "Cypto-On-The-GO", exact: true })).toBeVisible();
  const coin = page.getByRole("img", { name: "Bitcoin" });
  // Without its keyframes there would be no animation, whatever the properties say.
  expect(await coin.evaluate((element) => element.getAnimations().length)).toBe(1);
  await expect(coin).toHaveCSS("animation-duration", "2s");
  await expect(coin).toHaveCSS("animation-direction", "alternate");
  await expect(coin).toHaveCSS("animation-iteration-count", "infinite");
});

test("the bitcoin does not move for visitors who prefer reduced motion", HTML_ONLY, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/");
  await expect(page.getByRole("img", { name: "Bitcoin" })).toHaveCSS("animation-name", "none");
});

test("an unknown address is a 404 with an error page and no stack trace", HTML_ONLY, async ({ page }) => {
  const response = await page.goto("/no/such/page");
  expect(response?.status()).toBe(404);
  expect(response?.headers()["cache-control"]).toBe("no-store");
  await expect(page.getByRole("heading", { name: "Unexpected Application Error!" })).toBeVisible();
  await expect(page.getByText("404 Not Found")).toBeVisible();
  await expect(page.getByText("There is no page at this address.")).toBeVisible();
  await expect(page).toHaveTitle("Page not found – Cypto-On-The-GO");
  await expect(page.locator("pre")).toHaveCount(0);
});

test("a POST to a page is answered with 405 and a sentence", HTML_ONLY, async ({ request }) => {
  const response = await request.post("/coins", { form: { currency: "usd" } });
  expect(response.status()).toBe(405);
  expect(await response.text()).toBe("This address does not take this method.\n");
});

cutOffTest("a failed page offers to try again, with its own parameters only", HTML_ONLY, async ({ page }) => {
  for (const [path, address] of [
    ["/coins?page=02&x=1", "/coins?currency=inr&page=2"],
    ["/coin/bitcoin?currency=EUR&x=1", "/coin/bitcoin?currency=eur&range=24h"],
    ["/exchanges?x=1", "/exchanges"],
    ["/search?q=+Bit&x=1", "/search?q=bit&currency=inr"],
    ["/compare?ids=bitcoin%2Cethereum&x=1&range=7D", "/compare?ids=bitcoin,ethereum&currency=inr&range=7d"],
    ["/convert?amount=+2&x=1", "/convert?amount=2&from=bitcoin&to=inr"],
  ] as const) {
    await page.goto(path);
    await expectLink(page, "Try again", address);
  }
});

sampleTest("every page says that prices are samples", HTML_ONLY, async ({ page }) => {
  for (const path of PAGES) {
    await test.step(path, async () => {
      await page.goto(path);
      await expect(page.getByText("Sample prices")).toBeVisible();
    });
  }
});
