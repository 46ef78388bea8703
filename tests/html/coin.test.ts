import { within } from "@testing-library/dom";
import { expect, onTestFinished, test } from "vitest";
import { RANGES } from "~/domain/market/range";
import { busyService } from "../support/fake-upstream";
import { startSite } from "../support/site";
import { expectLink, get, open, textOf } from "./page";

test("an old price has its date, and ends its chart and its files", async () => {
  const end = "2026-11-20T23:58:12.266Z";
  const page = await open("/coin/dated?currency=usd");
  expect(page.all(".coin-heading p").map(textOf)).toEqual([
    "#1000",
    "$64,668.50 from 20 Nov",
    "down 4.38\u00a0% 24h",
    "Last Updated On 20 Nov 2026, 23:58 UTC",
  ]);
  expect(page.one(`.coin-heading time[datetime="${end}"]`).textContent).toBe("20 Nov 2026, 23:58 UTC");
  const csv = await (await get("/coin/dated/history.csv?currency=usd")).text();
  expect(csv.trim().split("\r\n").at(-1)).toMatch(`${end},64668.5,`);
  expect((await (await get("/coin/dated/history.json?currency=usd")).json()).prices.at(-1)[0]).toBe(end);
  expect(await (await get("/coin/dated/chart.svg?currency=usd")).text()).toContain("20 Nov 2026, 23:58 UTC");
});

test("shows a coin's figures in rupees over 24 hours by default", async () => {
  const page = await open("/coin/bitcoin");
  expect(textOf(page.getByRole("heading", { level: 1 }))).toContain("Bitcoin");
  expect(page.all(".coin-heading p").map(textOf)).toEqual([
    "#1",
    "₹54,32,154.00",
    "down 4.34\u00a0% 24h",
    expect.stringMatching(/^Last Updated On \d+ \w+ \d{4}, \d\d:\d\d UTC$/),
  ]);
  expect(page.title).toBe("Bitcoin ₹54,32,154.00 – Cypto-On-The-GO");
  page.getByRole("radio", { name: "INR", checked: true });
  const ranges = within(page.getByRole("group", { name: "Range: 24 hours" })).getAllByRole("button");
  expect(ranges.map(textOf)).toEqual(RANGES);
  const current = page.one(".range-buttons :disabled");
  expect([textOf(current), current.getAttribute("aria-current")]).toEqual(["24h", "true"]);
  const sections = page.getAllByRole("heading", { level: 2 }).map(textOf).join(", ");
  expect(sections).toBe("Price history, Price changes, Key figures, Supply and valuation, About Bitcoin");
  const changes = page.getByRole("region", { name: "Price history" });
  expect(textOf(changes)).toMatch(/1 hour.*24 hours.*7 days.*30 days.*60 days.*200 days.*1 year/);
  expectLink(within(changes), "30 days", "/coin/bitcoin?currency=inr&range=30d");
  // Marking them takes a script.
  expect(textOf(changes)).not.toContain("two points");
  const figures = textOf(page.getByRole("region", { name: "Key figures" }));
  for (const text of [
    "Max Supply2,10,00,000",
    "Circulating Supply1,98,32,115",
    "Market Cap₹107.52 lakh crore ₹10,75,20,00,00,00,000",
    "All Time Low₹5,696.04",
    "All Time High₹1,05,90,720.00",
    "Low ₹53,76,000.00",
    "High ₹55,44,000.00",
  ])
    expect(figures).toContain(text);
});

test("the table is of 24 hours with points every five minutes, although the service reads the label as 24 days", async () => {
  const page = await open("/coin/untouched?currency=usd&range=24h");
  const rows = within(page.getByRole("table")).getAllByRole("row");
  expect(rows.length).toBeGreaterThan(40);
  const timeOf = (row = rows[0]) => Date.parse(row?.querySelector("time")?.getAttribute("datetime") ?? "");
  const hours = (timeOf(rows.at(-1)) - timeOf(rows[1])) / 3_600_000;
  expect(hours).toBeGreaterThan(23.8);
  expect(hours).toBeLessThanOrEqual(24);
  expect(textOf(rows.at(-1))).toContain("$64,668.50");
});

test("chart and files end at the price and the change above them", async () => {
  const address = "/coin/late?currency=usd&range=24h";
  const page = await open(address);
  expect(textOf(page.one(".price"))).toBe("$64,668.50");
  expect(textOf(page.one(".coin-price .change"))).toBe("down 4.38\u00a0%");
  // Once a screen.
  expect(page.all("figure .change")).toEqual([]);
  expect(textOf(page.one("figure desc"))).toContain("−4.38\u00a0%");
  expect(textOf(page.getAllByRole("row").at(-1))).toContain("$64,668.50");
  const fileOf = (name: string) => get(address.replace("?", `/history.${name}?`));
  const { prices } = await (await fileOf("json")).json();
  expect(prices.at(-1)[1]).toBe(64_668.5);
  expect(await (await fileOf("csv")).text()).toMatch(/,64668\.5,[^,\n]*,[^,\n]*\r\n$/);
});

test("the chart names its currency, is described in words, and contradicts no other figure", async () => {
  const page = await open("/coin/bitcoin?currency=eur&range=7d");
  const chart = within(page.getByRole("figure", { name: /Price in €, 7 days/ }));
  expect(textOf(page.one("figure figcaption"))).toMatch(
    /^€59,495\.02 latest 7 days (up|down) [\d.]+\u00a0%\s*Low €[\d,.]+ · High €[\d,.]+$/,
  );
  expect(textOf(chart.getByRole("img", { name: "Price in €" }).querySelector("desc"))).toMatch(
    /^Bitcoin, 7 days: from €[\d,.]+ to €[\d,.]+, low €[\d,.]+ on \d+ \w{3,4} \d{4}, high €60,720\.00 in the last 24 hours, [+−][\d.]+\u00a0%/,
  );
  const [low = 0, high = 0, dayLow = 0, dayHigh = 0] = [
    page.all("figcaption p").at(-1),
    page.getByRole("region", { name: "Key figures" }),
  ].flatMap((part) =>
    [...textOf(part).matchAll(/(?:Low|High) €([\d,.]*\d)/g)].map(([, text = ""]) =>
      Number(text.replaceAll(",", "")),
    ),
  );
  expect([low <= dayLow, dayLow > 0, high >= dayHigh]).toEqual([true, true, true]);
  const week = page.all("dt").find((term) => textOf(term) === "7 days");
  expect(textOf(week?.parentElement)).toContain(textOf(page.one("figcaption .change")));
});

test("two marked points are drawn, and the head tells the change between them", async () => {
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  const shown = "/coin/bitcoin?currency=usd&range=30d";
  const marks = `from=${day(20)}&to=${day(10)}T12:30Z`;
  const page = await open(`${shown}&to=${day(10)}T12:30:10&from=${day(20)}`, { site: "sample" });
  expect(textOf(page.one("figcaption"))).toMatch(
    /^From \$[\d,.]+ \d+ \w{3}, 00:00 (up|down) [\d.]+\u00a0%\s*To \$[\d,.]+ \d+ \w{3}, 1[23]:00 [+−]\$[\d,.]+$/,
  );
  const times = page.all("figcaption time").map((time) => time.getAttribute("datetime"));
  expect(times).toEqual([`${day(20)}T00:00:00.000Z`, expect.stringMatching(`^${day(10)}T1[23]:00`)]);
  page.one(".static-chart .chart-marks");
  expect([page.canonical, page.robots, page.headers.get("cache-control")]).toEqual([
    expect.stringMatching(/range=30d$/),
    "noindex",
    "private, no-store",
  ]);
  expectLink(page, "Clear the marks", shown);
  // They stay in another currency and range.
  expectLink(page, "7 days", `${shown.replace("30d", "7d")}&${marks}`);
  expect((await page.choose("EUR")).address).toContain(`range=30d&${marks}`);
  // Outside of the range they are none, and go.
  const day24 = await open(`/coin/bitcoin?currency=usd&range=24h&${marks}`, { site: "sample" });
  expect(textOf(day24.one("figcaption"))).toContain("latest");
  expect(day24.all(".chart-marks")).toEqual([]);
  expectLink(day24, "30 days", shown);
  const candles = await open(`${shown}&style=candles&${marks}`, { site: "sample" });
  expect(textOf(candles.one("figcaption"))).toMatch(/^From .*, (00|12):00 .*To .*, (00|12):00 /);
});

test("with a service that rejects the whole history, max shows one year, and the page says so", async () => {
  const max = await open("/coin/bitcoin?range=max", { site: "one year" });
  expect(max.text).toContain("provides one year of history only");
  expect(max.getByRole("button", { name: "max" }).hasAttribute("disabled")).toBe(true);
  const year = await open("/coin/bitcoin?range=1y", { site: "one year" });
  expect(year.text).not.toContain("provides one year of history only");
});

test.each(["bare", "empty"])("a coin without figures (%s) is shown with NA", async (id) => {
  const page = await open(`/coin/${id}`);
  expect(page.status).toBe(200);
  expect(textOf(page.one(".price"))).toBe("NA");
  expect(page.all(".coin-price p")[1]?.textContent).toBe("NA 24h");
  expect(textOf(page.getByRole("region", { name: "Key figures" }))).toContain("Market CapNA");
  expect(textOf(page.getByRole("main"))).not.toMatch(/NaN|undefined|null|Infinity/);
});

test.each([
  ["ghost", 404],
  ["broken", 502],
  ["half-broken", 502],
  ["a%2Fb", 404],
  [".%00", 404],
  ["x".repeat(129), 404],
])("a coin that fails (%s) is an error view with its status", async (id, status) => {
  const page = await open(`/coin/${id}`);
  expect(page.status).toBe(status);
  expect([page.headers.get("cache-control"), page.headers.has("retry-after")]).toEqual(["no-store", false]);
  page.getByRole("heading", { name: "Error While Fetching Coin" });
  expect(page.queryAllByRole("link", { name: "Try again" })).toHaveLength(status === 404 ? 0 : 1);
});

test("a coin's files are linked under its chart, in its currency and range", async () => {
  const page = await open("/coin/bitcoin?currency=eur&range=7d", { site: "sample" });
  for (const [name, type] of [
    ["CSV", "text/csv"],
    ["JSON", "application/json"],
    ["SVG", "image/svg+xml"],
  ] as const) {
    const href = page.getByRole("link", { name }).getAttribute("href") ?? "";
    expect(href).toContain("?currency=eur&range=7d");
    const response = await get(href, { site: "sample" });
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toContain(type);
  }
});

test("a site that does not know its address has files but nothing to embed without JavaScript", async () => {
  const page = await open("/coin/bitcoin");
  page.getByRole("link", { name: "SVG" });
  expect(page.queryByText("Embed")).toBe(null);
});

test("what the service warns of stands above a coin's figures, and watchlist and comparison lead there", async () => {
  const page = await open("/coin/worthless?currency=eur");
  const notice = page.getByRole("complementary", { name: "Notice" });
  expect([...notice.querySelectorAll("p[dir=auto]")].map(textOf)).toEqual([
    "Contract migrated. Old tokens are worthless.",
    "لا قيمة",
  ]);
  page.one("#notice ~ * #key-figures");
  const ids = "ids=worthless,dust&currency=eur";
  for (const path of [`/watchlist?${ids}`, `/compare?${ids}&range=7d`]) {
    const marks = (await open(path)).getAllByRole("link", { name: /^Notice/ });
    expect(marks.map((mark: HTMLElement) => [textOf(mark), mark.getAttribute("href")])).toEqual([
      ["Notice about Worthless", `/coin/worthless?currency=eur#${notice.id}`],
    ]);
  }
  expect((await open("/coin/dust?currency=eur")).queryByRole("complementary", { name: "Notice" })).toBe(null);
});

test("with a service that refuses the first call for a history, a page arrives without its chart, which follows", async () => {
  const site = await startSite({ MARKET_DATA_URL: busyService() });
  onTestFinished(() => site.stop());
  await get(`${site.url}/coins?currency=usd`);
  const address = "/coin/waiting?currency=usd&range=7d";
  const page = await open(site.url + address);
  expect(page.status).toBe(200);
  const attempt = /Waiting for the market data service\.\s*Next attempt in (\d) seconds\./;
  const seconds = Number(attempt.exec(page.text)?.[1]);
  // Cached for less time than that.
  const cached = /^public, max-age=0, s-maxage=(\d)$/.exec(page.headers.get("cache-control") ?? "")?.[1];
  expect(Number(cached)).toBeLessThan(seconds);
  expect(textOf(page.one(".price"))).toBe("$64,668.50");
  expect(textOf(page.getByRole("region", { name: "Key figures" }))).toContain("All Time High$126,080.00");
  expectLink(page, "Try again", address);
  page.getByLabelText("Price in $, 7 days");
  // Other coins have to wait as well, and are shown from what the list has said of them.
  const other = await open(`${site.url}/coin/pepe?currency=usd`);
  expect([other.status, textOf(other.one(".price"))]).toEqual([200, "$0.00000378"]);
  // Browsers load such a page again by themselves.
  let next = page;
  while (next.all("meta[http-equiv=refresh]").length > 0) next = await open(site.url + address);
  expect(next.all(".chart-lines path")).toHaveLength(1);
  expect(next.text).not.toMatch(attempt);
});
