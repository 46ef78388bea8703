import { PAGE_PATHS } from "./page-paths";
import { expect, HTML_ONLY, test } from "./site-test";

const PAGES = [...PAGE_PATHS, "/search?q=bit", "/nowhere"];

test(
  "every page has the header, the footer and the colour mode toggle, and no note of samples",
  HTML_ONLY,
  async ({ page }) => {
    for (const path of PAGES) {
      await test.step(path, async () => {
        await page.goto(path);
        const main = page.getByRole("navigation", { name: "Main" });
        await expect(main.getByRole("link", { name: "Home" })).toHaveAttribute("href", "/");
        await expect(main.getByRole("link", { name: "Exchanges" })).toHaveAttribute("href", "/exchanges");
        await expect(main.getByRole("link", { name: "Coins" })).toHaveAttribute("href", "/coins");
        const footer = page.getByRole("contentinfo");
        await expect(footer.getByRole("link")).toHaveText(["GitHub", "LinkedIn", "X", "About this site"]);
        await expect(footer).toContainText(`© ${new Date().getUTCFullYear()} Cypto-On-The-GO`);
        await expect(footer).toContainText("Developed by");
        await expect(page.getByRole("button", { name: "Switch to dark mode" })).toBeInViewport();
        await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
        await expect(page.getByText("Sample prices")).toHaveCount(0);
      });
    }
  },
);

test("the header leads from page to page", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("link", { name: "Exchanges", exact: true }).click();
  await expect(page).toHaveURL("/exchanges");
  await expect(page.getByRole("heading", { name: "Exchanges" })).toBeVisible();
  await page.getByRole("link", { name: "Coins", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Coins" })).toBeVisible();
  await page.getByRole("link", { name: "Home", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Cypto-On-The-GO" })).toBeVisible();
});

test("the footer leads to what the site is, and what it keeps of a visitor", async ({ page }) => {
  await page.goto("/coins?currency=usd");
  await page.getByRole("link", { name: "About this site" }).click();
  await expect(page).toHaveURL("/about?currency=usd");
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

test(
  "an unknown address is a 404 with the default error page, without a stack trace",
  HTML_ONLY,
  async ({ page }) => {
    const response = await page.goto("/no/such/page");
    expect(response?.status()).toBe(404);
    expect(response?.headers()["cache-control"]).toBe("no-store");
    await expect(page.getByRole("heading", { name: "Unexpected Application Error!" })).toBeVisible();
    await expect(page.getByText("404 Not Found")).toBeVisible();
    await expect(page.getByText("There is no page at this address.")).toBeVisible();
    await expect(page).toHaveTitle("Page not found – Cypto-On-The-GO");
    await expect(page.locator("pre")).toHaveCount(0);
  },
);

test("a POST to a page is answered with 405 and a sentence", HTML_ONLY, async ({ request }) => {
  const response = await request.post("/coins", { form: { currency: "usd" } });
  expect(response.status()).toBe(405);
  expect(await response.text()).toBe("This address does not take this method.\n");
});

test.describe("with an unreachable upstream", () => {
  test.use({ site: "cut off" });

  test("a failed page offers to try again, with its own parameters only", HTML_ONLY, async ({ page }) => {
    for (const [path, address] of [
      ["/coins?page=02&x=1", "/coins?currency=inr&page=2"],
      ["/coin/bitcoin?currency=EUR&x=1", "/coin/bitcoin?currency=eur&range=24h"],
      ["/exchanges?x=1", "/exchanges"],
      ["/search?q=+Bit&x=1", "/search?q=bit&currency=inr"],
      ["/compare?ids=bitcoin%2Cethereum&x=1&range=7D", "/compare?ids=bitcoin,ethereum&currency=inr&range=7d"],
      ["/convert?amount=+2&x=1", "/convert?amount=2&from=bitcoin&to=inr"],
    ] as const) {
      await page.goto(path);
      await expect(page.getByRole("link", { name: "Try again" })).toHaveAttribute("href", address);
    }
  });
});

test.describe("with the sample market", () => {
  test.use({ site: "sample" });

  test("every page says that prices are samples", HTML_ONLY, async ({ page }) => {
    for (const path of PAGES) {
      await test.step(path, async () => {
        await page.goto(path);
        await expect(page.getByText("Sample prices")).toBeVisible();
      });
    }
  });

  test("the price on a coin's page and at the end of its chart agree", async ({
    page,
    javaScriptEnabled,
  }) => {
    // A coin that no other test requests, so that its page and its history are fetched in the same minute.
    await page.goto(`/coin/${javaScriptEnabled ? "solana" : "cardano"}?currency=usd`);
    const price = await page.locator(".price").innerText();
    await page.getByText("Show as a table").click();
    await expect(page.getByRole("region", { name: "Price history" }).getByRole("row").last()).toContainText(
      price,
    );
  });

  test("the last page of coins is full", HTML_ONLY, async ({ page }) => {
    await page.goto("/coins?page=132");
    await expect(page.getByRole("link", { name: /Sample Coin/ })).toHaveCount(100);
  });
});
