import { describe, expect, it } from "vitest";
import { CompareChart } from "~/components/compare/compare-chart";
import { ComparedList } from "~/components/compare/compared-list";
import { FiguresTable } from "~/components/compare/figures-table";
import { Converter } from "~/components/convert/converter";
import { convertHref } from "~/domain/addresses/page-addresses";
import { drawChangeAxes } from "~/domain/compare/change-drawing";
import { compareChanges } from "~/domain/compare/change-series";
import { type ComparedCoin, summariseChanges } from "~/domain/compare/compared-coins";
import type { ShownConversion } from "~/domain/convert/conversion";
import { parseConversion } from "~/domain/convert/conversion-query";
import { hiddenInputs, render, tags, textOf } from "./render";

const DAY_MS = 86_400_000;
const NOW = Date.UTC(2026, 10, 21);
const week = (...prices: number[]) =>
  prices.map((price, day) => [NOW - 7 * (1 - day) * DAY_MS, price] as const);
const changes = compareChanges([week(1, 2), week(4, 3)], "7d");

const coin = (id: string, line: number | null): ComparedCoin => {
  const change = line === null ? null : changes.coins[line];
  const shows = change ? { ...change, label: id.toUpperCase() } : "not-found";
  return { id, name: `The ${id}`, symbol: id, image: null, shows };
};
const COINS = [coin("one", 0), coin("gone", null), coin("two", 1)];

describe("compared coins", () => {
  const list = (...coins: readonly ComparedCoin[]) =>
    render(<ComparedList coins={coins} currency="usd" range="7d" scale="linear" shownRange="7d" />);

  it("say which lines follow", () => {
    const waiting: ComparedCoin = { ...coin("two", null), shows: "awaited" };
    expect(tags(list(coin("one", 0), waiting), "p")[1]?.text).toBe("Its prices are on their way.");
    expect(summariseChanges([waiting])).toBe("The prices follow.");
    expect(summariseChanges([coin("one", 0), waiting])).toBe("The one +100.00\u00a0%.");
  });

  it("have a line only where their prices are known", () => {
    const shows = { values: [null, 0, 50], change: 50, since: NOW, label: "TWO" };
    const moments = [NOW - 4 * DAY_MS, NOW - 3 * DAY_MS, NOW];
    const span = [NOW - 4 * DAY_MS, NOW] as const;
    const drawing = { ...drawChangeAxes(changes), span, priceDomain: [50, 150] as const };
    const shown = { coins: [{ ...coin("two", null), shows }], drawing, moments };
    const html = render(<CompareChart {...shown} currency="usd" range="7d" limit="Some limit." />);
    expect(html).toContain('d="M250,500L1000,0"');
  });

  it("have their key figures side by side, with the direction of a change in a word", () => {
    const figures = [{ name: "Change", cells: [{ text: "+1.00 %", percent: 1 }, { text: "NA" }] }];
    const table = { coins: COINS, figures, currency: "usd", capsInWords: "" } as const;
    const html = render(<FiguresTable {...table} isWithoutRows />);
    expect(tags(html, "caption")[0]?.text).toBe("Key figures. Some could not be fetched just now.");
    expect(textOf(html)).toContain("Changeup 1.00 %NA");
    // Named in each cell, for phones, where the figures of a coin stand below each other.
    expect(tags(html, "td").map((cell) => cell["data-coin"])).toEqual([undefined, "one", "gone"]);
  });
});

describe("the converter", () => {
  const query = { amount: "2", from: "bitcoin", to: "usd" };
  const shown: ShownConversion = {
    query,
    from: { text: "Bitcoin", name: "Bitcoin (BTC)", remark: null },
    to: { text: "usd", name: "US dollar ($)", remark: null },
    result: { given: "2 Bitcoin", sign: "≈", text: "$3.00" },
    rates: ["1 Bitcoin = $1.50"],
    amountRemark: null,
    missingPrice: null,
    pricesFrom: NOW,
    common: [],
    past: null,
  };
  const converter = (more: Partial<ShownConversion> = {}, address = "/convert") =>
    render(<Converter shown={{ ...shown, ...more }} />, address);

  it("submits the id of a coin whose name does not lead to it, and the currency of the prices", () => {
    const from = { text: "Pepe", name: "Pepe (PEPE)", remark: null };
    const to = { text: "Ethereum", name: "Ethereum (ETH)", remark: null };
    const asked = { query: { amount: "2", from: "pepe-2", to: "ethereum" }, from, to };
    const html = converter(asked, "/convert?amount=2&from=pepe-2&to=ethereum&currency=eur");
    expect(hiddenInputs(html)).toEqual({ currency: "eur", "from-coin": "pepe-2/Pepe" });
    const fields = tags(html, "input").map(({ name = "", value = "" }): [string, string] => [name, value]);
    const submitted = parseConversion(new URLSearchParams(fields));
    // The server finds the coin whose id is like its name.
    expect(convertHref(submitted)).toBe("/convert?amount=2&from=pepe-2&to=Ethereum&currency=eur");
    const others = [...fields.filter(([name]) => name !== "from"), ["from", "Dust"]];
    expect(parseConversion(new URLSearchParams(others)).from).toBe("Dust");
  });

  it.each([
    [shown, "2 Bitcoin ≈ $3.00 1 Bitcoin = $1.50 Prices from 21 Nov 2026, 00:00 UTC"],
    [{ ...shown, result: null }, "1 Bitcoin = $1.50 Prices from 21 Nov 2026, 00:00 UTC"],
    [
      { ...shown, result: null, rates: [], missingPrice: "The price of Bitcoin in usd is not known." },
      "The price of Bitcoin in usd is not known. Prices from 21 Nov 2026, 00:00 UTC",
    ],
    [{ ...shown, pricesFrom: null }, "2 Bitcoin ≈ $3.00 1 Bitcoin = $1.50"],
  ])("shows the result and the prices behind it, as far as they are known: %#", (page, text) => {
    const [result] = tags(
      converter(page).replaceAll("</p>", "</p> ").replaceAll("</ul>", "</ul> "),
      "section",
    );
    expect(result?.["aria-label"]).toBe("Result");
    // The field of the other unit stands beside the result.
    expect(result?.text.replace("ToUS dollar ($), or INR EUR ", "")).toBe(text);
  });
});
