import { createServer, type Server } from "node:http";
import { freePort } from "../support/free-port.mjs";
import { type Site, startSite } from "../support/site";
import { expect, test } from "./site-test";

const NAMES = ["Working Exchange", "Broken Exchange"] as const;
const PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"></svg>';

let upstream: Server;
let site: Site;

test.beforeAll(async () => {
  const rows = NAMES.map((name, index) => ({
    id: `exchange-${index}`,
    name,
    url: "https://exchange.example/",
    image: `https://pictures.example/${name.split(" ")[0]}.svg`,
    trust_score_rank: index + 1,
  }));
  upstream = createServer((_, response) => {
    response.setHeader("Content-Type", "application/json").end(JSON.stringify(rows));
  });
  const port = await freePort();
  await new Promise<void>((resolve) => {
    upstream.listen(port, "127.0.0.1", resolve);
  });
  site = await startSite({ MARKET_DATA_URL: `http://127.0.0.1:${port}` });
});

test.afterAll(async () => {
  await site.stop();
  upstream.close();
});

for (const moment of ["before", "after"] as const) {
  test(`a picture that fails ${moment} hydration is replaced by a monogram`, async ({ page }) => {
    let fail = () => {};
    const failing = new Promise<void>((resolve) => {
      fail = resolve;
    });
    let hydrate = () => {};
    const hydrating = new Promise<void>((resolve) => {
      hydrate = resolve;
    });
    await page.route("https://pictures.example/**", async (route) => {
      if (route.request().url().includes("Working"))
        return route.fulfill({ contentType: "image/svg+xml", body: PICTURE });
      await failing;
      await route.abort();
    });
    await page.route("**/assets/entry.client*.js", async (route) => {
      await hydrating;
      await route.continue();
    });
    await page.goto(`${site.url}/exchanges`, { waitUntil: "commit" });
    const broken = page.getByRole("listitem").filter({ hasText: "Broken Exchange" });
    await expect(broken.locator("img")).toHaveCount(1);
    if (moment === "before") {
      const failed = page.waitForEvent("requestfailed");
      fail();
      await failed;
      hydrate();
    } else {
      hydrate();
      // Hydration turns this link into a button that appears only further down the page.
      await expect(page.getByRole("link", { name: "Scroll to top" })).toHaveCount(0);
      fail();
    }
    await expect(broken.locator("svg.market-icon")).toHaveText("BROK");
    await expect(broken.locator("img")).toHaveCount(0);
    const working = page.getByRole("listitem").filter({ hasText: "Working Exchange" });
    await expect(working.locator("img")).toHaveCount(1);
  });
}
