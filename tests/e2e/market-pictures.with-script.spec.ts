import { createServer, type Server } from "node:http";
import { freePort } from "../support/free-port.mjs";
import { type Site, startSite } from "../support/site";
import { expect, holdBack, recordRequests, test } from "./site-test";

const NAMES = ["Working Exchange", "Broken Exchange"] as const;
/** One pixel. */
const PICTURE = Buffer.from("R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=", "base64");

let upstream: Server;
let site: Site;

test.beforeAll(async () => {
  const port = await freePort();
  const rows = NAMES.map((name, index) => ({
    id: `exchange-${index}`,
    name,
    url: "https://exchange.example/",
    image: `http://127.0.0.1:${port}/pictures/${name.split(" ")[0]}.gif?1`,
    trust_score_rank: index + 1,
  }));
  upstream = createServer(({ url = "" }, response) => {
    if (url.startsWith("/pictures/")) return response.end(PICTURE);
    response.setHeader("Content-Type", "application/json").end(JSON.stringify(rows));
  });
  await new Promise<void>((resolve) => {
    upstream.listen(port, "127.0.0.1", resolve);
  });
  site = await startSite({ MARKET_DATA_URL: `http://127.0.0.1:${port}` });
});

test.afterAll(async () => {
  await site.stop();
  upstream.close();
});

test("a picture that fails before or after hydration is replaced by a monogram", async ({ page }) => {
  // No other site learns that somebody looks at these.
  const foreign = recordRequests(page, new RegExp(`^(?!${site.url})`));
  for (const moment of ["before", "after"] as const) {
    await page.unrouteAll();
    await page.route("**/pictures/Broken*", (route) => route.abort());
    const fail = await holdBack(page, "**/pictures/Broken*");
    const hydrate = await holdBack(page, "**/assets/entry.client*.js");
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
    await expect(working.locator("img")).toHaveJSProperty("naturalWidth", 1);
    expect(foreign).toEqual([]);
  }
});
