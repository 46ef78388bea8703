import type { Page } from "puppeteer-core";
import { startSite } from "../support/site";
import { expect, IN_FIREFOX, test } from "./firefox-test";
import { PAGE_PATHS } from "./page-paths";

const PAGES = [...PAGE_PATHS, "/coins?view=table", "/compare?ids=bitcoin,ethereum", "/search?q=bit"];

const CHART = ".highcharts-graph";

/** How often the page is looked at, in milliseconds: Playwright's own intervals grow to a second. */
const OFTEN = { intervals: [50] };

test.describe("in Firefox", IN_FIREFOX, () => {
  // In one process, because Firefox takes longer to start than a test.
  test.describe.configure({ mode: "default", timeout: 10_000 });

  test("each page is complete, without console errors", async ({ tab, site }) => {
    test.setTimeout(PAGES.length * 10_000);
    for (const path of PAGES)
      await test.step(path, async () => {
        await tab.goto(`${site}${path}`);
        await expectHeading(tab, /./);
        await hydrated(tab);
        if (/^\/(coin\/[^/]+|compare\?.*)$/.test(path)) await tab.waitForSelector(CHART, { visible: true });
      });
  });

  test("prefetched links lead from page to page in one document, where a radio changes the currency", async ({
    tab,
    site,
  }) => {
    await tab.goto(`${site}/coin/bitcoin?currency=usd`);
    await hydrated(tab);
    await tab.evaluate(() => Object.assign(window, { isSameDocument: true }));
    for (const next of ["Exchanges", "Coins", "Compare"]) {
      const path = `/${next.toLowerCase()}`;
      const prefetched = tab.waitForResponse((response) => response.url().includes(`${path}.data`));
      const link = tab.locator(`nav ::-p-aria([name="${next}"][role="link"])`);
      await link.hover();
      expect((await prefetched).status()).toBe(200);
      await link.click();
      await expectHeading(tab, new RegExp(next));
      expect(new URL(tab.url()).pathname).toBe(path);
      if (next !== "Coins") continue;
      await tab.locator("input[value=eur]").click();
      await expect.poll(() => tab.$eval("main", (main) => main.innerText)).toContain("€");
      expect(tab.url()).toContain("currency=eur");
    }
    expect(await tab.evaluate(() => "isSameDocument" in window)).toBe(true);
  });

  test("opened pages stay readable without the server, and others lead to a list", async ({ firefox }) => {
    const site = await startSite({ SERVICE_WORKER: "on" });
    const tab = await firefox.newPage();
    await tab.goto(`${site.url}/coins?currency=usd&page=1`);
    const kept = () => tab.evaluate(async () => (await (await caches.open("pages")).keys()).length);
    await expect.poll(kept, OFTEN).toBe(2);
    await site.stop();
    // Documents follow each other, and one may be gone when it is asked.
    const title = () => tab.evaluate(() => document.title).catch(() => "");
    // Not `goto`, which passes by the worker.
    await tab.evaluate(() => window.location.assign("/exchanges"));
    await expect.poll(title, OFTEN).toBe("Offline");
    await tab.evaluate(() => document.querySelector<HTMLElement>('main a[href*="/coins?"]')?.click());
    await expect.poll(title, OFTEN).toMatch(/^Coins/);
    await tab.close();
  });

  test("a menu of the chart opens to where there is room, and moves nothing", async ({ tab, site }) => {
    await tab.setViewport({ width: 360, height: 640 });
    await tab.goto(`${site}/coin/bitcoin?currency=usd`);
    await hydrated(tab);
    for (const [from, side] of [
      [120, "below"],
      [600, "above"],
    ] as const) {
      const place = () =>
        tab.evaluate(() => {
          const [summary, box] = [".menu > summary", ".menu > .box"].map((part) =>
            document.querySelector(part)?.getBoundingClientRect(),
          );
          const { top = 0, bottom = 0 } = box ?? {};
          const isInSight = bottom > top && top >= 0 && bottom <= window.innerHeight;
          return [top > (summary?.top ?? 0) ? "below" : "above", isInSight];
        });
      const height = () => tab.evaluate(() => document.documentElement.scrollHeight);
      await tab.evaluate((top) => {
        const summary = document.querySelector(".menu > summary");
        window.scrollBy(0, (summary?.getBoundingClientRect().bottom ?? 0) - top);
      }, from);
      const before = await height();
      await tab.evaluate(() => document.querySelector<HTMLElement>(".menu > summary")?.click());
      await expect.poll(place, OFTEN).toEqual([side, true]);
      expect(await height()).toBe(before);
      await tab.evaluate(() => document.querySelector(".menu")?.removeAttribute("open"));
    }
  });

  test("the header's links are in one line, and nothing covers the colour mode", async ({ tab, site }) => {
    await tab.goto(`${site}/coins?currency=usd`);
    for (const width of [320, 360, 414, 480, 960]) {
      await tab.setViewport({ width, height: 700 });
      const { scrollbar, lines, isOnTop } = await tab.evaluate(() => {
        const links = [...document.querySelectorAll('nav[aria-label="Main"] a')].map((link) =>
          link.getBoundingClientRect(),
        );
        const toggle = document.querySelector("button[value=dark]");
        const { x = 0, y = 0, width = 0, height = 0 } = toggle?.getBoundingClientRect() ?? {};
        const onTop = document.elementFromPoint(x + width / 2, y + height / 2);
        return {
          scrollbar: window.innerWidth - document.documentElement.clientWidth,
          lines: new Set(links.map(({ top }) => top)).size,
          isOnTop: toggle?.contains(onTop) === true && onTop !== null,
        };
      });
      expect(scrollbar).toBeGreaterThan(0);
      expect([width, lines, isOnTop]).toEqual([width, 1, true]);
    }
  });
});

function expectHeading(tab: Page, name: RegExp): Promise<void> {
  const visibleHeading = () =>
    tab.$eval("h1", (heading) => (heading.checkVisibility() ? heading.innerText : ""));
  return expect.poll(visibleHeading, OFTEN).toMatch(name);
}

/** Waits until React handles the events of a page, which it does once it has marked its elements. */
function hydrated(tab: Page): Promise<void> {
  const isHydrated = () =>
    tab.$eval("main", (main) => Object.keys(main).some((key) => key.startsWith("__reactFiber")));
  return expect.poll(isHydrated, OFTEN).toBe(true);
}
