import type { APIResponse, BrowserContext, Page } from "@playwright/test";
import { pointAtLine } from "./point-at-line";
import { changeResponses, expect, follow, hydrated, keep, openHydrated, test } from "./site-test";

type Step = (page: Page) => Promise<unknown>;

/** Clicks what changes the page: links, buttons, and radios by their value. */
function press(role: "link" | "button" | "radio", name: string | RegExp): Step {
  return (page) =>
    page
      .getByRole("main")
      .getByRole(role, { name })
      .first()
      .click({ force: role === "radio" });
}

const EUR = press("radio", "eur");

/** Pages in dollars, and what a visitor changes there. */
const JOURNEYS: readonly (readonly [path: string, ...steps: Step[]])[] = [
  ["/?currency=usd", press("button", "7d"), EUR],
  ["/coins?currency=usd", EUR],
  ["/coins?currency=usd&view=table", press("link", "Price"), press("link", "Price"), EUR],
  ["/coins?currency=usd&list=gainers", press("button", "7d"), EUR, press("radio", "Table")],
  ["/coins/categories?currency=usd", EUR],
  ["/coin/bitcoin?currency=usd", press("button", "7d"), EUR, press("button", "24h")],
  ["/coin/bitcoin?currency=usd&style=candles", press("button", "7d"), EUR],
  ["/coin/bitcoin?currency=usd&metric=market_cap&range=7d", EUR],
  ["/coin/bitcoin/markets?currency=usd", EUR],
  [
    "/compare?ids=bitcoin,ethereum&currency=usd",
    press("button", "7d"),
    EUR,
    press("link", /^Remove Bitcoin/),
  ],
  [
    "/convert?from=bitcoin&to=usd&amount=2",
    (page) => page.getByLabel("Amount").fill("5"),
    press("link", "To EUR"),
    press("link", "Swap"),
  ],
  ["/map?currency=usd", press("radio", "7d"), EUR],
  ["/exchanges?currency=usd", EUR, (page) => page.getByLabel("Name or country").fill("bi")],
  ["/exchanges?currency=usd&view=table", press("link", "Exchange"), EUR],
  ["/exchange/binance?currency=usd", EUR],
  ["/search?q=coin&all=1&currency=usd", EUR],
  ["/watchlist?currency=usd", EUR],
];

for (const [path, ...steps] of JOURNEYS) {
  test(`a translated ${path} shows what the page itself shows, after ${steps.length} changes`, async ({
    baseURL,
    page,
    context,
  }) => {
    await keep(page, baseURL, "bitcoin:0.5@25000usd/ethereum:2");
    await answerAlike(context);
    const own = await context.newPage();
    for (const each of [page, own]) {
      await each.goto(path);
      await hydrated(each);
      if (each === page) await page.evaluate(translateAlways);
      // It comes after the page, and moves what is below it, perhaps from under the pointer.
      if (path.startsWith("/?")) await expect(each.getByText("Your watchlist")).toBeVisible();
      for (const step of steps) {
        const before = each.url();
        await step(each);
        await expect(each).not.toHaveURL(before);
      }
    }
    await expect(page).toHaveURL(own.url());
    // What follows the page, such as a list on Home, may be there a moment later in either.
    const expectSame = (read: () => unknown) =>
      expect(async () => expect(await page.evaluate(read)).toEqual(await own.evaluate(read))).toPass();
    await expectSame(readTexts);
    await expectSame(readAttributes);
    expect(await page.title()).toBe(await own.title());
    // The pages after it and before can be left, too.
    await follow(page.getByRole("contentinfo").getByRole("link", { name: "About this site" }), /about/);
    await page.goBack();
    await expectSame(readTexts);
  });
}

/** Answers each request for a page or its data as the first time, so that all tabs have the same prices. */
async function answerAlike(context: BrowserContext): Promise<void> {
  const answers = new Map<string, Promise<APIResponse>>();
  await context.route(/\.data\?|\.json\?/, async (route) => {
    const url = route.request().url();
    const answer = answers.get(url) ?? route.fetch();
    answers.set(url, answer);
    await route.fulfill({ response: await answer });
  });
}

for (const path of [
  "/?currency=usd",
  "/coins?currency=usd",
  "/coins?currency=usd&view=table",
  "/coin/bitcoin?currency=usd",
]) {
  test(`a translated ${path} has new prices after a refresh`, async ({ page }) => {
    await changeResponses(page, /\.data\?/, (body) =>
      body.replaceAll(/64668\.5(?!\d)/g, "70001").replaceAll("64,668.50", "70,001.00"),
    );
    await page.clock.install();
    await openHydrated(page, path);
    await expect(page.getByRole("main")).toContainText("$64,668.50");
    await page.evaluate(translateAlways);
    await page.clock.fastForward(70_000);
    await expect(page.getByRole("main")).toContainText("$70,001.00");
    await expect(page.getByRole("main")).not.toContainText("$64,668.50");
  });
}

for (const path of ["/coin/bitcoin", "/coin/bitcoin?style=candles", "/compare?ids=bitcoin,ethereum"]) {
  test(`the translated chart of ${path} tells the values that are pointed at`, async ({ page, context }) => {
    const own = await context.newPage();
    for (const each of [page, own]) {
      await each.goto(path);
      await expect(each.locator(".highcharts-graph").first()).toBeVisible();
    }
    await page.evaluate(translateAlways);
    const head = (of: Page) => of.locator(".chart-head");
    const latest = await head(own).textContent();
    for (const each of [page, own]) await pointAtLine(each);
    await expect(head(own)).not.toHaveText(latest ?? "");
    await expect(head(page)).toHaveText((await head(own).textContent()) ?? "");
    await page.mouse.move(0, 0);
    await expect(head(page)).toHaveText(latest ?? "");
  });
}

/** Plays a browser that translates all texts into themselves, whatever it is asked to leave alone, and after each change again. */
function translateAlways(): void {
  const translate = () => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: Text[] = [];
    while (texts.nextNode()) if (texts.currentNode instanceof Text) found.push(texts.currentNode);
    for (const text of found) {
      if (text.data.trim() === "" || text.parentElement?.closest("script, style, svg, textarea, font"))
        continue;
      const [outer, inner] = [document.createElement("font"), document.createElement("font")];
      inner.textContent = text.data;
      outer.append(inner);
      text.replaceWith(outer);
    }
  };
  translate();
  new MutationObserver(translate).observe(document.body, {
    childList: true,
    characterData: true,
    subtree: true,
  });
}

/** Texts of the page, but for times of day, which pass, and for spaces. */
function readTexts(): readonly string[] {
  const blocks = [
    ...document.querySelectorAll("main :is(h1, h2, p, li, dd, td, th, a, summary, figure, caption)"),
  ];
  return blocks.map((block) => (block.textContent ?? "").replace(/\d\d:\d\d/g, "00:00").replace(/\s+/g, ""));
}

function readAttributes(): readonly (string | null)[] {
  const names = ["aria-label", "title", "href", "alt", "value"];
  const elements = [...document.querySelectorAll("main *:not(svg *)")];
  return elements.flatMap((element) =>
    names.flatMap((name) => (element.hasAttribute(name) ? [`${name}=${element.getAttribute(name)}`] : [])),
  );
}
