import { expect, openHydrated, test } from "./site-test";

test.use({ site: "one year" });

const DATA = /\/coin\/bitcoin\.data\?/;

test("a coin's notice and the line of a failed refresh show the same age, whatever the service's clock says", async ({
  page,
}) => {
  await page.clock.install();
  await openHydrated(page, "/coin/bitcoin?currency=usd&range=max");
  let isReachable = true;
  await page.route(DATA, async (route) => {
    if (!isReachable) return route.abort();
    const response = await route.fetch();
    const body = await response.text();
    // Old prices of a coin that, by its service, was updated an hour from now.
    await route.fulfill({ response, body: outOfDate(body) });
  });
  await page.clock.fastForward(70_000);
  const notice = page.getByText(/^Prices may be out of date: last fetched/);
  await expect(notice).toBeVisible();
  const [, time] = /, (\d\d:\d\d) UTC/.exec(await notice.locator("..").innerText()) ?? [];
  expect(time).toBeDefined();
  isReachable = false;
  await page.clock.fastForward(70_000);
  await expect(page.getByText(`Offline: prices of ${time}`, { exact: true })).toBeVisible();
});

/** Changes the data of a page, a list of values that refer to each other, to old prices of a coin that was updated an hour from now. */
function outOfDate(data: string): string {
  const values: unknown[] = JSON.parse(data);
  values.push(true);
  const key = `"_${values.indexOf("isOutOfDate")}":`;
  return JSON.stringify(values)
    .replace(new RegExp(`${key}-?\\d+`), `${key}${values.length - 1}`)
    .replace(/("lastUpdated",)\d+/, `$1${Date.now() + 3_600_000}`);
}
