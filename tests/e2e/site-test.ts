import { test as base, expect, type Locator, type Page } from "@playwright/test";

export { expect } from "@playwright/test";

interface Fixtures {
  /** The site that a test visits. */
  readonly site: "live" | "sample" | "cut off" | "rate limited" | "one year";
  /** Message that a test causes on the console on purpose, or null. */
  readonly expectedMessage: RegExp | null;
}

/**
 * For tests of what the style sheet makes of a page, which a script would not change: they run without JavaScript only. Tests of
 * what the server sends, which need no browser, are in tests/html.
 */
export const HTML_ONLY = { tag: "@html" };

/** For journeys through links and forms whose answers to a browser without JavaScript are in tests/html. */
export const SCRIPT_ONLY = { tag: "@script" };

export const test = base.extend<Fixtures>({
  site: ["live", { option: true }],
  expectedMessage: [null, { option: true }],
  baseURL: async ({ site }, use) => {
    await use(process.env[`${site.toUpperCase().replace(" ", "_")}_SITE_URL`]);
  },
  // Fails the test when one of its pages logs an error or throws, hydration warnings included.
  context: async ({ context, expectedMessage }, use) => {
    const unexpected: string[] = [];
    const report = (text: string) => {
      if (!expectedMessage?.test(text)) unexpected.push(text);
    };
    context.on("weberror", (error) => report(error.error().message));
    context.on("console", (message) => {
      // The browser logs each page with an error status, which such tests request on purpose.
      if (message.text().startsWith("Failed to load resource")) return;
      if (["error", "warning"].includes(message.type())) report(message.text());
    });
    await use(context);
    // Responses that a test changes or holds back may still be under way at its end.
    for (const page of context.pages()) await page.unrouteAll({ behavior: "ignoreErrors" });
    expect(unexpected, "the browser's console").toEqual([]);
  },
});

/** For tests of the site with the sample market. */
export const sampleTest = test.extend({ site: "sample" });

/**
 * Waits until the page is hydrated, if there is JavaScript. Before that, forms and links load documents. Not every page shows it: React
 * alone knows. Where there is a link to the top or a button to show a choice, these go last.
 */
export async function hydrated(page: Page, javaScriptEnabled = true): Promise<void> {
  if (!javaScriptEnabled) return;
  await page.waitForFunction(() => {
    const [, root] = Object.entries(document).find(([name]) => name.startsWith("__reactContainer$")) ?? [];
    return root?.stateNode.current.memoizedState?.isDehydrated === false;
  });
  await expect(page.locator("a.to-top")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Show", exact: true })).toHaveCount(0);
}

/** Opens a page and waits until it is hydrated. */
export async function openHydrated(page: Page, path: string, javaScriptEnabled = true): Promise<void> {
  await page.goto(path);
  await hydrated(page, javaScriptEnabled);
}

/** Clicks a link or a button, which leads to this address. */
export async function follow(control: Locator, address: string | RegExp): Promise<void> {
  await control.click();
  await expect(control.page()).toHaveURL(address);
}

/** Holds the address of the page that React has rendered, a moment after the browser's own. */
export function shownAddress(page: Page): Locator {
  return page.getByRole("banner").locator("[name=returnTo]");
}

/** The first link in the content of a page with this name. */
export function firstLink(page: Page, name: RegExp): Locator {
  return page.getByRole("main").getByRole("link", { name }).first();
}

/** Sets a cookie of the visitor: their watchlist, unless another one is named. */
export async function keep(page: Page, url: string | undefined, value: string, name = "watchlist") {
  await page.context().addCookies([{ name, value, url: url ?? "" }]);
}

/** Expects one link of this name, which leads to this address. */
export async function expectLink(within: Page | Locator, name: string | RegExp, href: string): Promise<void> {
  await expect(within.getByRole("link", { name })).toHaveAttribute("href", href);
}

export async function expectCanonical(page: Page, address: string): Promise<void> {
  await expect(page.locator("link[rel=canonical]")).toHaveAttribute("href", address);
}

/** Chooses a currency, a view or a period as a visitor does: by the radio alone, or radio and button without JavaScript. */
export async function choose(page: Page, name: string, javaScriptEnabled = true): Promise<void> {
  await hydrated(page, javaScriptEnabled);
  await page.getByRole("radio", { name }).check();
  if (!javaScriptEnabled) await page.getByRole("button", { name: "Show", exact: true }).click();
}

/** Measures how far the pages that this tab opens from now on move by themselves. Returns the layout shift of the current one. */
export async function watchShift(page: Page): Promise<() => Promise<number>> {
  const watch = () => {
    Object.assign(window, { shift: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        Object.assign(window, { shift: Reflect.get(window, "shift") + Reflect.get(entry, "value") });
    }).observe({ type: "layout-shift", buffered: true });
  };
  await page.addInitScript(watch);
  return () => page.evaluate(() => Reflect.get(window, "shift"));
}

/** Records the addresses of matching requests from now on. */
export function recordRequests(page: Page, address: RegExp): string[] {
  const recorded: string[] = [];
  page.on("request", (request) => {
    if (address.test(request.url())) recorded.push(request.url());
  });
  return recorded;
}

/** Changes the bodies of the responses from matching addresses from now on. */
export async function changeResponses(
  page: Page,
  address: string | RegExp,
  change: (body: string) => string,
): Promise<void> {
  await page.route(address, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: change(await response.text()) });
  });
}

/** Delays requests to matching addresses, also those that the test answers itself, until the returned function is called. */
export async function holdBack(page: Page, address: string | RegExp): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(address, async (route) => {
    await held;
    await route.fallback();
  });
  return release;
}
