import { expect, openHydrated, recordRequests, test } from "./site-test";

// Remix logs what it could not load, and React what has thrown.
test.use({ expectedMessage: /404|TypeError|error boundary|Error handled by/ });

for (const [what, script, control, address] of [
  ["link", "convert", "link Convert", "/convert?currency=usd"],
  ["form", "search", "button Search", "/search?q=pep&currency=usd"],
] as const) {
  test(`in a tab older than a deployment, a ${what} opens its page as a document`, async ({ page }) => {
    await openHydrated(page, "/coins?currency=usd");
    const documents = recordRequests(page, /currency=usd$/);
    const lost = new RegExp(`/assets/${script}-`);
    await page.route(lost, (route) => route.fulfill({ status: 404, contentType: "text/plain" }));
    page.on("request", (request) => request.isNavigationRequest() && page.unroute(lost));
    const [role, name] = control.split(" ") as ["link" | "button", string];
    if (what === "form") await page.getByRole("textbox", { name: "Search coins" }).fill("pep");
    await page.getByRole("banner").getByRole(role, { name, exact: true }).click();
    await expect(page).toHaveURL(address);
    await expect(page.getByRole("heading", { level: 1 })).toContainText(/Convert|Search|pep/);
    expect(documents.filter((url) => url.endsWith("/coins?currency=usd"))).toEqual([]);
    await page.goBack();
    await expect(page.getByRole("heading", { level: 1, name: "Coins" })).toBeVisible();
  });
}

test("a page that fails with the data of a new version is loaded anew, once", async ({ page }) => {
  await page.clock.install();
  await openHydrated(page, "/coins?currency=usd");
  await page.clock.runFor(15_000);
  const other = await (await page.request.get("/exchanges.data")).body();
  await page.route("**/coin/bitcoin.data?**", (route) =>
    route.fulfill({ body: other, contentType: "text/x-script", headers: { "x-remix-response": "yes" } }),
  );
  await page.route(/assets\/manifest-/, (route) =>
    route.request().resourceType() === "fetch" ? route.fulfill({ status: 404 }) : route.fallback(),
  );
  const documents = recordRequests(page, /\/coin\/bitcoin\?/);
  await page
    .getByRole("main")
    .getByRole("link", { name: /Bitcoin/ })
    .first()
    .click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Bitcoin");
  expect(documents).toHaveLength(1);
});
