import { appendFileSync, cpSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { Page } from "@playwright/test";
import { startProcess } from "../support/process";
import { type Site, startSite } from "../support/site";
import { test as base, expect, follow } from "./site-test";

// Each test has a site of its own, which it stops, and the browser says so.
const test = base.extend<{ ownSite: Site }>({
  expectedMessage: /ERR_|service worker|Failed to fetch/i,
  ownSite: async ({ page }, use) => {
    await page.clock.install();
    const site = await startSite({ SERVICE_WORKER: "on" });
    await use(site);
    await site.stop();
  },
});

/** How often the browser's storage is looked at, in milliseconds: Playwright's own intervals grow to a second. */
const OFTEN = { intervals: [50] };

/** Opens a page and waits until the browser keeps it. */
async function open(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await kept(page);
}

/** A page is kept after a pause, which the page's own clock skips. */
async function kept(page: Page): Promise<void> {
  const pass = async () => {
    await page.clock.runFor(500);
    return keptAddresses(page);
  };
  await expect.poll(pass, OFTEN).toContain(page.url());
}

function keptAddresses(page: Page): Promise<readonly string[]> {
  return page.evaluate(async () => {
    const pages = await (await caches.open("pages")).keys();
    return pages.map(({ url }) => url);
  });
}

const offlineLine = (page: Page) => page.getByText(/^Offline: prices of \d\d:\d\d$/);

/** Opens a list, and a coin from there, until the browser keeps both. @returns the coin's address */
async function openListAndCoin(page: Page, list: string): Promise<string> {
  await page.goto(list);
  await expect(offlineLine(page)).toHaveCount(0);
  await page.locator('main a[href^="/coin/bitcoin?"]').first().click();
  await expect(page.getByRole("heading", { level: 1, name: /Bitcoin/ })).toBeVisible();
  await kept(page);
  return page.url();
}

/** Expects what `openListAndCoin` has opened to be there without a network, and other pages to lead there. */
async function expectReadable(page: Page, coin: string): Promise<void> {
  // With a script, which finds no data.
  await page.goBack();
  await page.goto(coin);
  await expect(page.getByRole("heading", { level: 1, name: /Bitcoin/ })).toBeVisible();
  await expect(offlineLine(page)).toBeVisible();
  await page.getByRole("link", { name: "Exchanges", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Offline" })).toBeVisible();
  const coins = page.getByRole("banner").getByRole("link", { name: "Coins", exact: true });
  await expect(coins).not.toHaveAttribute("aria-current");
  const kept = page.getByRole("main").getByRole("listitem").filter({ hasText: "Coins" });
  await expect(kept).toHaveText(/^Coins.*, usd, 1, from \d\d:\d\d$/);
  await kept.getByRole("link").click();
  await expect(offlineLine(page)).toBeVisible();
  await page.goto(new URL("/", coin).href);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(offlineLine(page)).toBeVisible();
}

test("when the network is cut or slow, opened pages stay readable; what somebody typed is not kept", async ({
  page,
  context,
  ownSite,
}) => {
  const list = `${ownSite.url}/coins?currency=usd&page=1`;
  await open(page, list);
  for (const typed of ["watchlist", "watchlist?ids=bitcoin:0.5", "search?q=bit", "convert?amount=12"])
    await page.goto(`${ownSite.url}/${typed}`);
  const coin = await openListAndCoin(page, list);
  expect((await keptAddresses(page)).toSorted()).toEqual([`${ownSite.url}/`, coin, list]);
  await context.setOffline(true);
  await page.getByRole("button", { name: "7d", exact: true }).click();
  await expect(
    page.getByText("This range could not be loaded, and is not kept in your browser."),
  ).toBeVisible();
  await expect(page).toHaveURL(coin);
  // Remix logs an answer that going back cuts off.
  await expect(page.getByRole("main")).toHaveAttribute("aria-busy", "false");
  await expectReadable(page, coin);
  // Home is listed once, in whatever currencies it is kept. A page that is not kept opens once there is a network.
  await page.evaluate(async () => {
    const pages = await caches.open("pages");
    await pages.put("/?currency=eur", (await pages.match("/")) ?? new Response());
  });
  await page.goto(`${ownSite.url}/exchanges`);
  await expect(page.getByRole("main").getByRole("link", { name: "Cypto-On-The-GO" })).toHaveCount(1);
  await context.setOffline(false);
  await expect(page.getByRole("heading", { level: 1, name: "Exchanges" })).toBeVisible();
  await context.setOffline(true);
  await page.goto(list);
  await expect(offlineLine(page)).toBeVisible();
  // The line goes once the network answers.
  await context.setOffline(false);
  await follow(page.getByRole("button", { name: "5", exact: true }), /page=5/);
  await expect(offlineLine(page)).toHaveCount(0);
  await page.goto(list);
  await expect(offlineLine(page)).toHaveCount(0);
  ownSite.freeze();
  const startedAt = Date.now();
  await page.reload({ waitUntil: "commit" });
  await expect(offlineLine(page)).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "Coins" })).toBeVisible();
  // Never before the network had its three seconds.
  expect(Date.now() - startedAt).toBeGreaterThanOrEqual(2900);
});

test("when the server is gone, opened pages stay readable, and those of another on its address are not kept", async ({
  page,
  ownSite,
}) => {
  const list = `${ownSite.url}/coins?currency=usd&page=1`;
  await open(page, list);
  const coin = await openListAndCoin(page, list);
  await ownSite.terminate();
  await expectReadable(page, coin);
  const portal = createServer((_, response) => {
    response.setHeader("content-type", "text/html");
    response.end("<title>Log in</title><h1>Log in to this network</h1>");
  });
  await new Promise<void>((listening) => portal.listen(Number(new URL(list).port), listening));
  for (const url of [list, `${ownSite.url}/exchanges`]) {
    await page.goto(url);
    await expect(page.getByRole("heading", { name: "Log in to this network" })).toBeVisible();
  }
  portal.closeAllConnections();
  await new Promise((closed) => portal.close(closed));
  await page.goto(`${ownSite.url}/exchanges`);
  await expect(page.getByRole("heading", { name: "Offline" })).toBeVisible();
  await page.goto(list);
  await expect(page.getByRole("heading", { level: 1, name: "Coins" })).toBeVisible();
  await expect(offlineLine(page)).toBeVisible();
});

test("a deployment replaces the worker and keeps the pages; SERVICE_WORKER=off removes both", async ({
  page,
  context,
  ownSite,
}) => {
  await open(page, `${ownSite.url}/coins?currency=usd&page=1`);
  const worker = () =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.state);
  await expect.poll(worker, OFTEN).toBe("activated");
  await page.evaluate(() => {
    navigator.serviceWorker.addEventListener("controllerchange", () => {
      document.title = "replaced";
    });
  });
  const former = `${ownSite.url}/search?q=kept+by+a+former+version`;
  await page.evaluate(async (url) => (await caches.open("pages")).put(url, new Response("")), former);
  await ownSite.terminate();
  const { port } = new URL(ownSite.url);
  const second = `test-results/second-build-${port}`;
  cpSync("build", second, { recursive: true });
  appendFileSync(`${second}/server/index.js`, "\n// The second version.\n");
  const site = startProcess({
    args: ["node_modules/@remix-run/serve/dist/cli.js", `./${second}/server/index.js`],
    env: { PORT: port, SERVICE_WORKER: "on" },
  });
  try {
    await site.logged("[remix-serve] http");
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
    await expect(page).toHaveTitle("replaced");
    await expect.poll(() => keptAddresses(page), OFTEN).not.toContain(former);
  } finally {
    site.stop();
    await site.ended();
    rmSync(second, { recursive: true });
  }
  await context.setOffline(true);
  await page.reload();
  await expect(offlineLine(page)).toBeVisible();
  await context.setOffline(false);
  const without = await startSite({ PORT: port });
  try {
    await page.reload();
    const left = () =>
      page.evaluate(async () => [
        (await navigator.serviceWorker.getRegistrations()).length,
        (await caches.keys()).length,
      ]);
    await expect.poll(left, OFTEN).toEqual([0, 0]);
    await page.reload();
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    expect(await left()).toEqual([0, 0]);
  } finally {
    await without.stop();
  }
});
