import { beforeEach, expect, it, test, vi } from "vitest";
import { DEFAULT_CHART_VIEW } from "~/domain/chart/chart-view";
import { parsePast } from "~/domain/past/past-query";
import { SYSTEM_CLOCK } from "~/services/clock.server";
import { pastCsvResponse } from "~/services/exports/past-csv.server";
import { coinPage } from "~/services/page-models/coin-page.server";
import { pastPage } from "~/services/page-models/past-page.server";
import { DAY, fakeTimers } from "../market-data/market-under-test";
import { openMarket } from "./open-market";

vi.mock("~/services/market-data/configured.server", () => import("./open-market"));

/** The 28th of November 2026, at noon. */
const NOW = Date.UTC(2026, 10, 28, 12);

let setting: ReturnType<typeof openMarket>;
let hasOneYear: boolean;
/** The first midnight of the history of all time. */
let begin: number;

beforeEach(fakeTimers);
beforeEach(() => {
  setting = openMarket({ start: NOW });
  [hasOneYear, begin] = [false, Date.UTC(2020, 3, 29)];
  vi.spyOn(SYSTEM_CLOCK, "now").mockImplementation(setting.clock.now);
  setting.service.answer = (path) => {
    if (!path.includes("/market_chart?"))
      return { id: "bitcoin", symbol: "btc", name: "Bitcoin", market_data: { current_price: { usd: 50 } } };
    const isMax = path.includes("days=max");
    if (isMax && hasOneYear) return { error: { status: { error_code: 10012, error_message: "beyond" } } };
    const first = isMax ? begin : Math.max(begin, Math.ceil((NOW - 365 * DAY) / DAY) * DAY);
    const days = Math.floor((NOW - first) / DAY) + 1;
    // The price of a day is the year of its beginning, less 2000: so that of the day before at midnight.
    const prices = Array.from({ length: days }, (_, index) => {
      const time = first + index * DAY;
      return [time, new Date(time - 1).getUTCFullYear() - 2000];
    });
    const series = (factor: number) => prices.map(([time = 0, price = 0]) => [time, price * factor]);
    return { prices: [...prices, [NOW, 50]], market_caps: series(1e9), total_volumes: series(1e6) };
  };
});

const { signal } = new AbortController();
const look = async (text: string) => {
  const { model } = await pastPage("bitcoin", "usd", parsePast(new URLSearchParams(text)), signal);
  return model.past ?? expect.fail();
};
const ofHistories = () => setting.calls.filter((path) => path.includes("market_chart"));

it("buys once, at the close of the day, and says what it is worth now", async () => {
  const { shown, problems } = await look("date=2026-01-15&amount=520");
  expect(problems).toEqual({ amount: null, date: null });
  expect(shown).toMatchObject({
    heading: "$520 of Bitcoin on 15 Jan 2026",
    sentence:
      "$520 of Bitcoin on 15 Jan 2026 would be worth $1,000.00 on 28 Nov 2026, 12:00 UTC: +92.31\u00a0%.",
    worth: "$1,000.00",
    paid: "$520.00",
    gain: { text: "+$480.00", direction: "up" },
    coins: "20 BTC",
    average: "$26.00",
    onTheDay: { title: "On 15 Jan 2026", isLater: false, change: expect.closeTo(92.3077, 4) },
  });
  expect(shown?.onTheDay.figures.map(({ value }) => value)).toEqual(["$26.00", "$26.00B", "$26.00M"]);
});

it("buys every month, and has a row for each year and each purchase of one", async () => {
  const { shown } = await look("date=2024-12-31&amount=650&every=month&year=2025");
  const heading = "$650 of Bitcoin every month since 31 Dec 2024";
  expect(shown).toMatchObject({ heading, times: 23, notes: [] });
  expect(shown?.years.map(({ year, paid, price }) => [year, paid, price])).toEqual([
    [2026, "$14,950", "$50.00"],
    [2025, "$8,450", "$25.00"],
    [2024, "$650.00", "$24.00"],
  ]);
  expect(shown?.purchases.map(({ day }) => day)).toHaveLength(12);
  const second = { day: "28 Feb 2025", at: null, price: "$25.00", coins: "26", worth: "$1,300.00" };
  expect(shown?.purchases[1]).toEqual(second);
  // 650 / 24 + 12 × 26 + 10 × 25, at 50.
  expect(shown?.worth).toBe("$29,454.17");
});

it("takes the history that the chart of a year, or of all time, has", async () => {
  const chart = (range: "1y" | "max") => coinPage("bitcoin", "usd", range, DEFAULT_CHART_VIEW, signal);
  await look("");
  await look("date=2025-11-28");
  await chart("1y");
  expect(ofHistories()).toHaveLength(1);
  await look("date=2021-01-01");
  await look("date=2022-01-01&every=month");
  await chart("max");
  expect(ofHistories()).toHaveLength(2);
});

it("looks for earlier prices of a young coin once, and names the first day", async () => {
  begin = Date.UTC(2026, 5, 2);
  for (const date of ["2026-01-01", "2026-02-01", "0001-01-01&every=week"])
    expect((await look(`date=${date}`)).problems.date).toBe(
      "No price of Bitcoin is known before 1 Jun 2026. Choose a date from 1 Jun 2026 on.",
    );
  expect(ofHistories()).toHaveLength(2);
  expect((await look("date=2026-06-01")).shown?.heading).toBe("$500 of Bitcoin on 1 Jun 2026");
});

it("says that the service has one year only", async () => {
  hasOneYear = true;
  const past = await look("date=2020-01-01");
  expect(past.problems.date).toBe(
    "The market data service provides one year of history only. Choose a date from 28 Nov 2025 on.",
  );
  expect(past).toMatchObject({ date: "2020-01-01", first: "2025-11-28", last: "2026-11-27", shown: null });
});

test.each([
  ["date=2026-11-28", "This day has no close yet. Choose one up to yesterday, 27 Nov 2026 (UTC)."],
  ["date=2031-01-01", "This day has no close yet. Choose one up to yesterday, 27 Nov 2026 (UTC)."],
  ["date=2026-02-29", "“2026-02-29” is no date. Write one such as 2026-01-15."],
  ["date=%20", "Enter a date."],
])("with %s, the date has a problem", async (query, problem) => {
  const past = await look(query);
  expect(past.problems).toEqual({ amount: null, date: problem });
  expect(past.shown).toBe(null);
});

it("takes up to six hundred purchases", async () => {
  begin = NOW - (NOW % DAY) - 7 * 600 * DAY;
  const day = (days: number) => new Date(begin + days * DAY).toISOString().slice(0, 10);
  expect((await look(`every=week&date=${day(0)}`)).shown?.times).toBe(600);
  expect((await look(`every=week&date=${day(-1)}`)).problems.date).toBe(
    "These are 601 purchases, and at most 600 can be shown. Choose a later date, or every month.",
  );
});

test.each([
  ["", "Enter an amount."],
  ["0", "Enter an amount from $0.01 to $1,000,000,000."],
  ["-5", "Enter an amount from $0.01 to $1,000,000,000."],
  ["0.009", "Enter an amount from $0.01 to $1,000,000,000."],
  ["1000000000.01", "Enter an amount from $0.01 to $1,000,000,000."],
  ["1e30", "Enter an amount from $0.01 to $1,000,000,000."],
  ["five", "This amount cannot be read. Use digits, such as 1500 or 1.5."],
  ["€5", "The amount is in “€”. Write it in USD, or without a unit."],
])("the amount %j has a problem", async (amount, problem) => {
  const past = await look(String(new URLSearchParams({ amount })));
  expect(past.problems).toEqual({ amount: problem, date: null });
});

it("says how it reads an ambiguous amount", async () => {
  const past = await look("amount=1,500");
  expect(past.remark).toBe("“1,500” is read as 1500. It could also mean 1.5.");
  expect(past.shown?.paid).toBe("$1,500.00");
});

it("has the purchases as a file, and a sentence in place of one with a problem", async () => {
  const file = (text: string) =>
    pastCsvResponse("bitcoin", new URLSearchParams(`currency=usd&${text}`), signal);
  const good = await file("date=2025-12-31&amount=50&every=month");
  expect(good.headers.get("content-disposition")).toBe('attachment; filename="bitcoin-usd-past.csv"');
  expect(good.headers.get("x-robots-tag")).toBe("noindex");
  const [header, first, second] = (await good.text()).split("\r\n");
  expect(header).toBe(
    "Day (UTC),Close of,Price of Bitcoin (USD),Bought (BTC),Bought in all (BTC),Paid in (USD),Worth at the close (USD)",
  );
  expect(first).toBe("2025-12-31,2025-12-31,25,2,2,50,50");
  expect(second).toBe(
    "2026-01-31,2026-01-31,26,1.92307692307692307692307692308,3.92307692307692307692307692308,100,102",
  );
  const bad = await file("date=2026-11-28").catch((thrown: unknown) => thrown);
  expect(bad).toMatchObject({ status: 400 });
});
