import type { Page } from "@playwright/test";
import { pointAtLine } from "./point-at-line";
import { changeResponses, expect, follow, keep, openHydrated, shownAddress, test } from "./site-test";

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

/** Waits until the price of bitcoin is refreshed. */
async function refresh(page: Page): Promise<void> {
  const content = page.getByRole("main");
  await expect(content).toContainText("$64,668.50");
  await page.clock.fastForward(70_000);
  await expect(content).toContainText("$70,001.00");
  await expect(content).not.toContainText("$64,668.50");
}

/** Pages in dollars, and what a visitor changes there. */
const JOURNEYS: readonly (readonly [path: string, ...steps: Step[]])[] = [
  ["/?currency=usd", refresh, press("button", "7d"), EUR],
  ["/coins?currency=usd", refresh, EUR],
  ["/coins?currency=usd&view=table", refresh, press("link", "Price"), press("link", "Price"), EUR],
  ["/coins?currency=usd&list=gainers", press("button", "7d"), EUR, press("radio", "Table")],
  ["/coins/categories?currency=usd", EUR],
  ["/coin/bitcoin?currency=usd", refresh, press("button", "7d"), EUR, press("button", "24h")],
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
  }) => {
    await keep(page, baseURL, "bitcoin:0.5@25000usd/ethereum:2");
    // Whatever comes after the document has another price of bitcoin.
    await changeResponses(page, /\.(data|json)\?/, (body) =>
      body.replaceAll(/64668\.5(?!\d)/g, "70001").replaceAll("64,668.50", "70,001.00"),
    );
    await page.clock.install();
    await openHydrated(page, path);
    const said = await readChart(page);
    await page.evaluate(translateAlways);
    expect(await readChart(page)).toEqual(said);
    // It comes after the page, and moves what is below it, perhaps from under the pointer.
    const expectOwnList = async (price: string) => {
      if (path.startsWith("/?"))
        await expect(page.getByRole("region", { name: "Your watchlist" })).toContainText(price);
    };
    await expectOwnList("$");
    const address = shownAddress(page);
    for (const step of steps) {
      const before = await address.inputValue();
      await step(page);
      if (step !== refresh) await expect(address).not.toHaveValue(before);
    }
    await expect(page.getByRole("main")).toHaveAttribute("aria-busy", "false");
    // A converter's fields are told from its result a moment after it.
    await expect(page.getByText("Press Convert to see the result.")).toHaveCount(0);
    await expectOwnList("€");
    await readChart(page);
    const [changed, url] = [await page.evaluate(readPage), page.url()];
    // React makes the page anew when another one was there meanwhile, which can be left, too.
    await follow(page.getByRole("contentinfo").getByRole("link", { name: "About this site" }), /about/);
    await page.goBack();
    await expect(page).toHaveURL(url);
    await expect.poll(() => page.evaluate(readPage)).toEqual(changed);
  });
}

/** What the chart of a page, if it has one, says of its latest point and of the one that is pointed at. */
async function readChart(page: Page): Promise<readonly (string | null)[]> {
  const head = page.locator(".chart-head");
  if ((await head.count()) === 0) return [];
  await expect(page.locator(".highcharts-graph").first()).toBeVisible();
  const latest = await head.textContent();
  await pointAtLine(page);
  await expect(head).not.toHaveText(latest ?? "");
  const pointed = await head.textContent();
  await page.mouse.move(0, 0);
  await expect(head).toHaveText(latest ?? "");
  return [latest, pointed];
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

/** Title, texts and attributes of the page, but for times of day, which pass, and for spaces. */
function readPage(): readonly string[] {
  const blocks = [
    ...document.querySelectorAll("main :is(h1, h2, p, li, dd, td, th, a, summary, figure, caption)"),
  ];
  const texts = blocks.map(({ textContent }) => (textContent ?? "").replace(/\d\d:\d\d/g, "00:00"));
  const names = ["aria-label", "title", "href", "alt", "value"];
  const attributes = [...document.querySelectorAll("main *:not(svg *, .to-top)")].flatMap((element) =>
    names.flatMap((name) => (element.hasAttribute(name) ? [`${name}=${element.getAttribute(name)}`] : [])),
  );
  return [document.title, ...texts.map((text) => text.replace(/\s+/g, "")), ...attributes];
}
