import { expect, follow, holdBack, hydrated, openHydrated, test } from "./site-test";

test("radios, links and buttons do not reload the document, and a radio keeps the scroll position", async ({
  page,
}) => {
  await page.setViewportSize({ width: 800, height: 300 });
  await openHydrated(page, "/coins");
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }).scrollTo(0, 60));
  // The radio is below the header there.
  await page.getByRole("radio", { name: "usd" }).evaluate((radio: HTMLInputElement) => radio.click());
  await expect(page).toHaveURL(/currency=usd/);
  await expect(page.getByRole("link", { name: /Ethereum/ })).toContainText("$");
  expect(await page.evaluate(() => window.scrollY)).toBe(60);
  await page.getByRole("link", { name: /Bitcoin/ }).click();
  await follow(page.getByRole("button", { name: "7d", exact: true }), "/coin/bitcoin?currency=usd&range=7d");
  expect(await page.evaluate(() => "isSameDocument" in window)).toBe(true);
});

test("a key pressed before the page's data are read leaves the page interactive", async ({ page }) => {
  // Reads the data only once a key was pressed.
  await page.addInitScript(() => {
    const { read } = ReadableStreamDefaultReader.prototype;
    const pressed = new Promise((resolve) => window.addEventListener("keyup", resolve, { once: true }));
    ReadableStreamDefaultReader.prototype.read = async function (this: ReadableStreamDefaultReader) {
      Object.assign(window, { isWaiting: true });
      await pressed;
      return read.call(this);
    };
  });
  await page.goto("/coins");
  await page.waitForFunction(() => "isWaiting" in window);
  await page.keyboard.press("Shift");
  await hydrated(page);
});

for (const [path, label] of [
  ["/compare?currency=usd", "Add a coin"],
  ["/convert?amount=&from=bitcoin&to=usd", "Amount"],
] as const) {
  test(`what was typed into “${label}” while React is busy is not typed over`, async ({ page }) => {
    // React continues by messages to itself.
    await page.addInitScript(() => {
      const { postMessage } = MessagePort.prototype;
      const released = new Promise((resolve) => window.addEventListener("release", resolve, { once: true }));
      MessagePort.prototype.postMessage = async function (this: MessagePort, message: unknown) {
        Object.assign(window, { isWaiting: true });
        await released;
        postMessage.call(this, message);
      };
    });
    await page.goto(path);
    await page.waitForFunction(() => "isWaiting" in window);
    const field = page.getByRole("textbox", { name: label, exact: true });
    await field.pressSequentially("1");
    await page.evaluate(() => window.dispatchEvent(new Event("release")));
    await hydrated(page);
    await page.keyboard.type("2");
    await expect(page.locator("input:focus")).toHaveValue("12");
  });
}

test("the button to the top appears below 100 px and leads to the top", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 240 });
  for (const path of ["/coins?page=4", "/exchanges"]) {
    await page.goto(path);
    const toTop = page.getByRole("button", { name: "Scroll to top" });
    await page.evaluate(() => window.scrollTo(0, 101));
    await expect(toTop).toBeVisible();
    await page.evaluate(() => window.scrollTo(0, 100));
    await expect(toTop).toBeHidden();
    await page.evaluate(() => window.scrollTo(0, 180));
    await toTop.click();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
    await expect(toTop).toBeHidden();
  }
});

test("the static chart stays when Highcharts cannot be loaded", async ({ page }) => {
  await page.route("**/interactive-chart*.js", (route) => route.abort());
  const refused = page.waitForEvent("requestfailed", (request) =>
    request.url().includes("interactive-chart"),
  );
  await page.goto("/coin/bitcoin?currency=usd");
  await refused;
  await hydrated(page);
  const drawing = page.getByRole("img", { name: "Price in $" });
  await expect(drawing).toBeVisible();
  // All times are in the visitor's zone, half an hour off UTC.
  await expect(page.getByText("Times in UTC+5:30")).toBeVisible();
  await expect(drawing.getByText(/^\d\d:\d\d$/).first()).toBeVisible();
  // And is the one that the interactive chart lies on.
  const hours = await drawing.getByText(/^\d\d:\d\d$/).allTextContents();
  await page.unroute("**/interactive-chart*.js");
  await page.reload();
  await expect(page.locator(".highcharts-graph")).toBeVisible();
  expect(await drawing.getByText(/^\d\d:\d\d$/).allTextContents()).toEqual(hours);
  expect(hours.length).toBeGreaterThanOrEqual(10);
});

test("a currency chosen before scripts have loaded takes effect once they have", async ({ page }) => {
  const release = await holdBack(page, "**/assets/entry.client*.js");
  await page.goto("/coins?currency=inr", { waitUntil: "commit" });
  await page.getByRole("radio", { name: "eur" }).check();
  release();
  await expect(page).toHaveURL(/currency=eur/);
  await expect(page.getByRole("link", { name: /Ethereum/ })).toContainText("€");
});

test("a page with another spelling of its address hydrates like any other", async ({ page }) => {
  await openHydrated(page, "/COINS/?page=02&spelling=1");
  await follow(page.getByRole("link", { name: "Next page" }), "/coins?currency=inr&page=3");
  await page.goBack();
  await expect(page.getByText("Page 2 of 132")).toBeVisible();
});
