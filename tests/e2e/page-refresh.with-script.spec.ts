import type { Locator, Page, Request } from "@playwright/test";
import { openChart, tabToChart } from "./point-at-line";
import {
  changeResponses,
  expect,
  follow,
  holdBack,
  hydrated,
  openHydrated,
  recordRequests,
  test,
  watchShift,
} from "./site-test";

const DATA = /\.data\?/;
const { CUT_OFF_SITE_URL } = process.env;

/** More than a minute and its random delay, but less than two. */
const A_REFRESH_LATER_MS = 70_000;

/** A response of the site in which bitcoin has another price, as a number and as text. */
function withPrice(body: string, dollars: number): string {
  const text = `${Math.trunc(dollars / 1000)},${String(dollars % 1000).padStart(3, "0")}.00`;
  return body.replaceAll(/64668\.5(?!\d)/g, String(dollars)).replaceAll("64,668.50", text);
}

/** A response of the site in which the history of a coin has to wait: https://github.com/jacob-ebey/turbo-stream, with -5 for null. */
function withoutHistory(body: string): string {
  const values: unknown[] = JSON.parse(body);
  const [history, retryInMs] = [values.indexOf("history"), values.indexOf("retryInMs")];
  const changed = values.map((value) =>
    typeof value === "object" && value !== null && `_${history}` in value
      ? { ...value, [`_${history}`]: -5, [`_${retryInMs}`]: values.length }
      : value,
  );
  return `${JSON.stringify([...changed, 5000])}\n`;
}

/** Sets the response to the next refreshes: this price of bitcoin, or a failure. */
async function answerRefreshes(page: Page, answer: () => number | "unreachable" | "proxy"): Promise<void> {
  await page.route(DATA, async (route) => {
    const next = answer();
    if (next === "unreachable") return route.abort();
    if (next === "proxy")
      return route.fulfill({ status: 502, contentType: "text/html", body: "<h1>Bad</h1>" });
    const response = await route.fetch();
    await route.fulfill({ response, body: withPrice(await response.text(), next) });
  });
}

/** @returns the addresses of the data that the page asks for from now on */
async function openWithClock(page: Page, path: string): Promise<readonly string[]> {
  await page.clock.install();
  await openHydrated(page, path);
  return recordRequests(page, DATA);
}

/**
 * Lets time pass, step by step, until a refresh has brought this text. For a refresh that follows one of which there is nothing to
 * see: the page plans it only when it has dealt with the response to the last.
 */
async function expectRefreshed(place: Locator, text: string): Promise<void> {
  const page = place.page();
  // While an answer is under way, time stands still: after ten seconds the page gives it up.
  const underWay = new Set<Request>();
  page.on("request", (request) => DATA.test(request.url()) && underWay.add(request));
  page.on("requestfinished", (request) => underWay.delete(request));
  page.on("requestfailed", (request) => underWay.delete(request));
  const refresh = async () => {
    if (underWay.size === 0) await page.clock.fastForward(A_REFRESH_LATER_MS / 10);
    return place.textContent();
  };
  await expect.poll(refresh, { intervals: [100] }).toContain(text);
}

const failureLine = (page: Page) => page.getByText(/^(?:Offline|Not refreshed): \w+ of \d\d:\d\d$/);

/** Shows or hides the tab. */
async function setVisible(page: Page, isVisible: boolean): Promise<void> {
  await page.evaluate(
    (state) => {
      Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
      document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
    },
    isVisible ? "visible" : "hidden",
  );
}

test("the prices of an open Home are refreshed, too, and stay when the service fails", async ({ page }) => {
  await answerRefreshes(page, () => 70_001);
  await openWithClock(page, "/?currency=usd");
  const bitcoin = page.getByRole("region", { name: "Largest" }).getByRole("link", { name: /Bitcoin/ });
  await expect(bitcoin).toContainText("$64,668.50");
  await page.clock.fastForward(A_REFRESH_LATER_MS);
  await expect(bitcoin).toContainText("$70,001.00");
  await page.route(DATA, async (route) => {
    const { pathname, search } = new URL(route.request().url());
    await route.fulfill({ response: await route.fetch({ url: `${CUT_OFF_SITE_URL}${pathname}${search}` }) });
  });
  await page.clock.fastForward(A_REFRESH_LATER_MS);
  await expect(page.getByText(/^Not refreshed: prices of/)).toBeVisible();
  await expect(bitcoin).toContainText("$70,001.00");
});

test.describe("when the site is out of reach, or a proxy's error page", () => {
  test.use({ expectedMessage: /SyntaxError|Unable to decode/ });

  test("a failed refresh keeps the prices, is reported until the next answer", async ({ page }) => {
    let answer: number | "unreachable" | "proxy" = "unreachable";
    await answerRefreshes(page, () => answer);
    await openWithClock(page, "/coins?currency=usd");
    const bitcoin = page.getByRole("link", { name: /Bitcoin/ });
    const line = failureLine(page);
    for (const [failure, before, after, price] of [
      ["unreachable", "$64,668.50", "$70,003.00", 70_003],
      ["proxy", "$70,003.00", "$70,004.00", 70_004],
    ] as const) {
      answer = failure;
      await page.clock.fastForward(A_REFRESH_LATER_MS);
      await expect(line).toBeVisible();
      await expect(bitcoin).toContainText(before);
      const requests = recordRequests(page, DATA);
      const refresh = async () => {
        await page.clock.fastForward(A_REFRESH_LATER_MS);
        return requests.length;
      };
      await expect.poll(refresh).toBeGreaterThan(0);
      await expect(bitcoin).toContainText(before);
      await expect(line).toBeVisible();
      answer = price;
      await expectRefreshed(bitcoin, after);
      await expect(line).toHaveCount(0);
    }
    answer = "proxy";
    await page.clock.fastForward(A_REFRESH_LATER_MS);
    await expect(line).toBeVisible();
    await expect(bitcoin).toContainText("$70,004.00");
  });
});

test("a refresh without an answer is reported within three seconds, and asked for again", async ({
  page,
}) => {
  await answerRefreshes(page, () => 70_010);
  const requests = await openWithClock(page, "/coins?currency=usd");
  const release = await holdBack(page, DATA);
  await page.clock.fastForward(A_REFRESH_LATER_MS);
  await expect.poll(() => requests.length).toBe(1);
  await page.clock.runFor(3000);
  await expect(failureLine(page)).toHaveText(/^Offline/);
  const untilAsked = async () => {
    await page.clock.fastForward(A_REFRESH_LATER_MS / 10);
    return requests.length;
  };
  await expect.poll(untilAsked, { intervals: [100] }).toBeGreaterThan(1);
  release();
  await expectRefreshed(page.getByRole("link", { name: /Bitcoin/ }), "$70,010.00");
  await expect(failureLine(page)).toHaveCount(0);
});

test.describe("when a coin has been delisted", () => {
  test.use({ expectedMessage: /404/ });

  test("a refresh of its page shows the error of an unknown coin, not the last prices", async ({
    page,
    context,
  }) => {
    await openWithClock(page, "/coin/bitcoin?currency=usd");
    await page.route(DATA, async (route) => {
      const url = route.request().url().replace("/coin/bitcoin.data", "/coin/ghost.data");
      await route.fulfill({ response: await route.fetch({ url }) });
    });
    await context.setOffline(true);
    await expect(failureLine(page)).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByRole("heading", { name: "Error While Fetching Coin" })).toBeVisible();
    await expect(failureLine(page)).toHaveCount(0);
  });
});

test("old prices after a refresh are reported in place, until they are fresh again", async ({ page }) => {
  let isOutOfDate = true;
  await changeResponses(page, DATA, (body) => {
    expect(body).toContain('"isOutOfDate",false');
    return body.replace('"isOutOfDate",false', `"isOutOfDate",${isOutOfDate}`);
  });
  await openWithClock(page, "/coins?currency=usd");
  const card = page.getByRole("link", { name: /Bitcoin/ });
  const place = await card.boundingBox();
  await page.clock.fastForward(A_REFRESH_LATER_MS);
  const notice = page.getByText(/^Prices may be out of date: last fetched/);
  await expect(notice).toBeInViewport();
  expect(await card.boundingBox()).toEqual(place);
  isOutOfDate = false;
  await page.clock.fastForward(A_REFRESH_LATER_MS);
  await expect(notice).toHaveCount(0);
  expect(await card.boundingBox()).toEqual(place);
});

test("an open page is refreshed by one request at a time, which caches may answer; hidden or offline, by none", async ({
  page,
  context,
}) => {
  let price = 70_001;
  await answerRefreshes(page, () => price);
  const requests = await openWithClock(page, "/coins?currency=usd&page=3");
  const bitcoin = page.getByRole("link", { name: /Bitcoin/ });
  await expect(bitcoin).toContainText("$64,668.50");
  const answered = page.waitForResponse(DATA);
  await page.clock.fastForward(A_REFRESH_LATER_MS);
  const response = await answered;
  expect(new URL(response.url()).search).toBe("?currency=usd&page=3&_routes=routes%2Fcoins");
  expect(response.headers()["cache-control"]).toMatch(/^public, max-age=0, s-maxage=\d+/);
  expect(response.headers()["vary"]).toContain("Cookie");
  await expect(bitcoin).toContainText("$70,001.00");
  price = 70_002;
  await page.clock.fastForward(A_REFRESH_LATER_MS);
  await expect(bitcoin).toContainText("$70,002.00");
  expect(requests).toHaveLength(2);
  price = 70_004;
  await setVisible(page, false);
  await page.clock.runFor(600_000);
  expect(requests).toHaveLength(2);
  await setVisible(page, true);
  await expect(bitcoin).toContainText("$70,004.00");
  expect(requests).toHaveLength(3);
  await context.setOffline(true);
  await page.clock.runFor(600_000);
  expect(requests).toHaveLength(3);
  await expect(failureLine(page)).toHaveText(/^Offline/);
  price = 70_005;
  await context.setOffline(false);
  await expect(bitcoin).toContainText("$70,005.00");
  await expect(failureLine(page)).toHaveCount(0);
  expect(requests).toHaveLength(4);
  // Timers do not run in a page in the back/forward cache, although time passes.
  await page.clock.setSystemTime((await page.evaluate(() => Date.now())) + 600_000);
  expect(requests).toHaveLength(4);
  price = 70_006;
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
  await expect(bitcoin).toContainText("$70,006.00");
});

test("nothing is refreshed for visitors who save data, until they were offline", async ({
  page,
  context,
}) => {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, "connection", { value: { saveData: true } }),
  );
  const requests = await openWithClock(page, "/coins?currency=usd");
  await page.clock.runFor(600_000);
  await page.getByRole("link", { name: /Ethereum/ }).waitFor();
  expect(requests).toHaveLength(0);
  await context.setOffline(true);
  await expect(failureLine(page)).toBeVisible();
  await context.setOffline(false);
  await expect(failureLine(page)).toHaveCount(0);
  expect(requests).toHaveLength(1);
});

test("exchanges are refreshed every ten minutes", async ({ page }) => {
  await openWithClock(page, "/exchanges");
  // Another test may have requested them before. They are then refreshed soon, and every ten minutes after that.
  await changeResponses(page, DATA, (body) => body.replaceAll("Binance", "Binance, refreshed"));
  await page.clock.fastForward(610_000);
  await expect(page.getByRole("link", { name: /^Binance, refreshed Trust/ })).toBeVisible();
  const requests = recordRequests(page, DATA);
  const next = page.waitForRequest(DATA);
  await page.clock.runFor(5000);
  await page.clock.runFor(585_000);
  expect(requests).toHaveLength(0);
  await page.clock.runFor(30_000);
  await next;
});

test("a refresh moves nothing, covers nothing and announces nothing", async ({ page }) => {
  await page.setViewportSize({ width: 800, height: 300 });
  let price = 70_005;
  await answerRefreshes(page, () => price);
  const shift = await watchShift(page);
  await openWithClock(page, "/coins?currency=eur");
  // After a change of currency and a step back the router has a scroll position to restore.
  await page.evaluate(() => window.scrollTo(0, 60));
  await page.getByRole("radio", { name: "usd" }).check();
  await expect(page).toHaveURL(/currency=usd/);
  const bitcoin = page.getByRole("link", { name: /Bitcoin/ });
  await expect(bitcoin).toContainText("$70,005.00");
  const announcement = page.locator("p[aria-live=polite]");
  await announcement.evaluate((element) => element.setAttribute("data-seen", "before"));
  const spoken = await announcement.textContent();
  const shiftBefore = await shift();
  await page.evaluate(() => {
    Object.assign(window, { spun: 0 });
    const status = document.querySelector("[role=status]");
    if (status !== null)
      new MutationObserver(() => Reflect.set(window, "spun", 1)).observe(status, {
        attributes: true,
        childList: true,
      });
  });
  price = 70_006;
  const release = await holdBack(page, DATA);
  const asked = page.waitForRequest(DATA);
  await bitcoin.focus();
  await page.evaluate(() => window.scrollTo(0, 70));
  await page.clock.fastForward(A_REFRESH_LATER_MS);
  await asked;
  // The visitor keeps scrolling while the response is on its way.
  await page.evaluate(() => window.scrollTo(0, 90));
  release();
  await expect(bitcoin).toContainText("$70,006.00");
  await expect(bitcoin).toBeFocused();
  expect(await page.evaluate(() => window.scrollY)).toBe(90);
  expect(await shift()).toBe(shiftBefore);
  expect(await page.evaluate(() => Reflect.get(window, "spun"))).toBe(0);
  await expect(announcement).toHaveAttribute("data-seen", "before");
  await expect(announcement).toHaveText(spoken ?? "");
});

test("a coin's price, title and chart are refreshed, what changed is tinted, and the chart keeps the focus", async ({
  page,
}) => {
  const tinted: string[] = [];
  await page.exposeFunction("noteTint", (className: string) => tinted.push(className));
  await page.addInitScript(() => {
    const { animate } = Element.prototype;
    Element.prototype.animate = function (...how) {
      Reflect.get(window, "noteTint")(this.className);
      return animate.apply(this, how);
    };
  });
  await openWithClock(page, "/coin/bitcoin?currency=usd&range=24h");
  const graph = page.locator(".highcharts-graph");
  await expect(graph).toBeVisible();
  await page.locator("svg.highcharts-root").evaluate((root) => root.setAttribute("data-seen", "before"));
  const before = await graph.getAttribute("d");
  await tabToChart(page);
  const focused = page.locator("figure :focus");
  const label = await focused.getAttribute("aria-label");
  expect(label).toContain("$");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  const chosen = await focused.getAttribute("aria-label");
  expect(tinted).toEqual([]);
  await changeResponses(page, DATA, (body) => {
    // The oldest point is dropped and a new one added, as every few minutes.
    const changed = withPrice(body, 70_007).replace(
      /"(\d{13}):([\d.]+) (\d+):([\d.]+) ([^"]*)"/,
      (_, first, _price, since, second, rest) =>
        `"${Number(first) + Number(since)}:${second} ${rest} 300000:70007"`,
    );
    expect(changed).not.toBe(body);
    return changed;
  });
  await page.clock.fastForward(A_REFRESH_LATER_MS);
  await expect(page.locator(".price")).toHaveText("$70,007.00");
  await expect(page).toHaveTitle(/\$70,007\.00/);
  await expect.poll(() => tinted).toContain("title price");
  await page.emulateMedia({ reducedMotion: "reduce" });
  tinted.length = 0;
  await expect(page.locator("svg.highcharts-root")).toHaveAttribute("data-seen", "before");
  await expect(graph).not.toHaveAttribute("d", before ?? "");
  // The line runs from left to right.
  const xs = [...((await graph.getAttribute("d")) ?? "").matchAll(/[ML] ([\d.]+)/g)].map(([, x]) =>
    Number(x),
  );
  expect(xs).toEqual([...xs].sort((a, b) => a - b));
  await expect(focused).toHaveAttribute("aria-label", chosen ?? "");
  await page.keyboard.press("ArrowRight");
  await expect(focused).toHaveAttribute("aria-label", /^\$/);
  await expect(focused).not.toHaveAttribute("aria-label", chosen ?? "");
  // Nor does a refresh take the chart away, when its history has to wait on another replica.
  await page.unroute(DATA);
  let isWhole = false;
  await changeResponses(page, DATA, (body) =>
    isWhole ? withPrice(body, 70_009) : withoutHistory(withPrice(body, 70_008)),
  );
  const refreshed = page.waitForResponse(DATA);
  await page.clock.fastForward(A_REFRESH_LATER_MS);
  await refreshed;
  isWhole = true;
  await expectRefreshed(page.locator(".price"), "$70,009.00");
  await expect(page.locator("svg.highcharts-root")).toHaveAttribute("data-seen", "before");
  await expect(page.getByText(/Next attempt/)).toHaveCount(0);
  expect(tinted).toEqual([]);
});

test("a refresh that was under way does not undo a choice", async ({ page }) => {
  await openWithClock(page, "/coins?currency=usd");
  const release = await holdBack(page, /coins\.data\?.*currency=usd/);
  const asked = page.waitForRequest(/coins\.data\?.*currency=usd/);
  await page.clock.fastForward(A_REFRESH_LATER_MS);
  await asked;
  await page.getByRole("radio", { name: "eur" }).check();
  await expect(page).toHaveURL(/currency=eur/);
  await expect(page.getByRole("link", { name: /Ethereum/ })).toContainText("€");
  release();
  await expect(page.getByRole("radio", { name: "eur" })).toBeChecked();
  await expect(page.getByRole("link", { name: /Ethereum/ })).toContainText("€");
  await expect(failureLine(page)).toHaveCount(0);
});

test("a link is prefetched with the request that following it makes", async ({ page }) => {
  await openHydrated(page, "/coins?currency=usd");
  for (const [name, path] of [
    ["Exchanges", "/exchanges"],
    ["Convert", "/convert"],
    // At last, because a page whose chart has to wait asks for it later.
    [/Ethereum/, "/coin/ethereum"],
  ] as const) {
    const link = page.getByRole("link", { name, exact: true });
    const ahead = page.waitForRequest((request) => request.url().includes(`${path}.data?`));
    await link.hover();
    const { href } = new URL((await ahead).url());
    const prefetch = page.locator("link[rel=prefetch][as=fetch]");
    await expect(prefetch).toHaveCount(1);
    expect(await prefetch.evaluate((element) => Reflect.get(element, "href"))).toBe(href);
    const followed = recordRequests(page, DATA);
    await follow(link, new RegExp(`${path}(\\?|$)`));
    expect(followed.filter((address) => address !== href)).toEqual([]);
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole("heading", { level: 1, name: "Coins" })).toBeVisible();
  }
});

test("pressing a range fetches its page before it is released", async ({ page }) => {
  await openChart(page, "/coin/bitcoin?currency=usd");
  const button = page.getByRole("button", { name: "30d", exact: true });
  await button.hover();
  const ahead = page.waitForRequest(DATA);
  await page.mouse.down();
  const { href } = new URL((await ahead).url());
  expect(href).toContain("/coin/bitcoin.data?currency=usd&range=30d");
  const followed = recordRequests(page, DATA);
  await page.mouse.up();
  await expect(page.getByRole("button", { name: "30d", exact: true })).toBeDisabled();
  // It needs no other data.
  expect(followed.filter((url) => url !== href)).toEqual([]);
});

// Other currencies are in navigation.with-script.spec.ts.
test("pressing a currency or a view fetches the page that it opens, once", async ({ page }) => {
  const fetched = recordRequests(page, DATA);
  for (const [address, value, opened] of [
    ["/coins?currency=usd&list=gainers", "table", "list=gainers&period=24h&top=1000&view=table"],
    ["/compare?ids=bitcoin,ethereum&currency=usd", "eur", "&currency=eur&range="],
  ] as const) {
    await openHydrated(page, address);
    fetched.length = 0;
    await page.locator(".currency-form label", { has: page.locator(`[value=${value}]`) }).click();
    await expect(page).toHaveURL((url) => url.href.includes(opened));
    await hydrated(page);
    expect(new Set(fetched).size, `${address}: ${fetched.join()}`).toBe(1);
  }
});

test("a page left a moment ago needs no network, and says so; the visitor's own watchlist does", async ({
  page,
  context,
}) => {
  await openHydrated(page, "/watchlist");
  await page.getByRole("link", { name: "Coins", exact: true }).click();
  // The empty list offers the same coin.
  await expect(page.getByRole("heading", { level: 1, name: "Coins" })).toBeVisible();
  await page.getByRole("link", { name: /Ethereum/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Ethereum" })).toBeVisible();
  const asked: string[] = [];
  await page.route(DATA, (route) => {
    asked.push(new URL(route.request().url()).pathname);
    return route.abort();
  });
  await context.setOffline(true);
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1, name: "Coins" })).toBeVisible();
  await expect(failureLine(page)).toBeVisible();
  await page.getByRole("link", { name: /Ethereum/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Ethereum" })).toBeVisible();
  expect(asked).toEqual([]);
  await page.getByRole("link", { name: "Watchlist" }).click();
  await expect.poll(() => asked).toContain("/watchlist.data");
});
