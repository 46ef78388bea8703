import type { ComponentProps } from "react";
import { describe, expect, it } from "vitest";
import { AddCoin } from "~/components/compare/add-coin";
import { CompareChart } from "~/components/compare/compare-chart";
import { ComparedList } from "~/components/compare/compared-list";
import { FiguresTable } from "~/components/compare/figures-table";
import { CoinChoice, ConversionResult } from "~/components/convert/conversion-result";
import { ConvertForm } from "~/components/convert/convert-form";
import { drawChangeAxes } from "~/domain/compare/change-drawing";
import { compareChanges } from "~/domain/compare/change-series";
import { type ComparedCoin, showChange, summariseChanges } from "~/domain/compare/compared-coins";
import { parseConversion } from "~/domain/convert/conversion-query";
import { convertHref } from "~/domain/pages";
import { hiddenInputs, render, tags, textOf } from "./render";

const DAY_MS = 86_400_000;
const NOW = Date.UTC(2026, 10, 21);
const changes = compareChanges(
  [
    [1, 2],
    [4, 3],
  ].map((prices) => prices.map((price, day) => [NOW - 7 * (1 - day) * DAY_MS, price] as const)),
  "7d",
);

const coin = (id: string, line: number | null): ComparedCoin => {
  const change = line === null ? null : changes.coins[line];
  const shows = change ? showChange(change, id.toUpperCase(), false) : "not-found";
  return { id, name: `The ${id}`, symbol: id, image: null, shows };
};
const COINS = [coin("one", 0), coin("gone", null), coin("two", 1)];

describe("compared coins", () => {
  it("each have their change, and a link that removes them", () => {
    const html = render(
      <ComparedList coins={COINS} currency="usd" range="7d" scale="linear" shownRange="7d" />,
    );
    expect(tags(html, "p").map(({ text }) => text)).toEqual([
      "up 100.00 % 7 days",
      "No such coin is known.",
      "down 25.00 % 7 days",
    ]);
    const removals = tags(html, "a").filter((link) => link["aria-label"]);
    expect(removals.map((link) => [link["aria-label"], link["href"]])).toEqual([
      ["Remove The one", "/compare?ids=gone,two&currency=usd&range=7d"],
      ["Remove The gone", "/compare?ids=one,two&currency=usd&range=7d"],
      ["Remove The two", "/compare?ids=one,gone&currency=usd&range=7d"],
    ]);
    expect(html).not.toContain("/coin/gone");
  });

  it("say which lines follow", () => {
    const waiting: ComparedCoin = { ...coin("two", null), shows: "awaited" };
    const html = render(
      <ComparedList
        coins={[coin("one", 0), waiting]}
        currency="usd"
        range="7d"
        scale="linear"
        shownRange="7d"
      />,
    );
    expect(tags(html, "p")[1]?.text).toBe("Its prices are on their way.");
    expect(summariseChanges([waiting])).toBe("The prices follow.");
    expect(summariseChanges([coin("one", 0), waiting])).toBe("The one +100.00\u00a0%.");
  });

  it("keep the colours of their positions, even after one without a line", () => {
    const html = render(
      <CompareChart
        coins={COINS}
        moments={changes.moments}
        drawing={drawChangeAxes(changes, "7d")}
        currency="usd"
        range="7d"
        limit="Some limit."
      />,
    );
    expect(html.match(/compare-line line-\d/g)).toEqual(["compare-line line-1", "compare-line line-3"]);
    expect(tags(html, "text").map(({ text }) => text)).toEqual(
      expect.arrayContaining(["ONE +100.00 %", "TWO −25.00 %"]),
    );
    expect(html.match(/>ONE/g)).toHaveLength(1);
    expect(tags(html, "desc")[0]?.text).toBe("The one +100.00 %, The two −25.00 %.");
    expect(tags(html, "th").map(({ text }) => text)).toEqual(["Time", "The one", "The two"]);
    expect(tags(html, "td").map(({ text }) => text)).toEqual(
      expect.arrayContaining(["0.00 %", "+100.00 %", "−25.00 %"]),
    );
    expect(textOf(html)).toContain("Some limit.");
  });

  it("are joined by another through a form that keeps them, or through a link to a search result", () => {
    const found = [coin("two", null), coin("three", null)].map((each) => ({ ...each, rank: 3 }));
    const form = (query: string, isNearest = false) =>
      render(
        <AddCoin
          ids={["one", "two"]}
          currency="eur"
          range="30d"
          scale="log"
          query={query}
          found={query === "" ? [] : found}
          isNearest={isNearest}
        />,
      );
    expect(hiddenInputs(form(""))).toEqual({ ids: "one,two", currency: "eur", range: "30d", scale: "log" });
    expect(tags(form("th"), "a").map(({ href }) => href)).toEqual([
      "/compare?ids=one,two,three&currency=eur&range=30d&scale=log",
    ]);
    expect(textOf(form("th"))).toContain("Choose the coin to add for “th”:");
    expect(textOf(form("th", true))).toContain("No coin is called “th”. The nearest names:");
  });

  it("have their key figures side by side, with the direction of a change in a word", () => {
    const html = render(
      <FiguresTable
        coins={COINS}
        figures={[{ name: "Change", cells: [{ text: "+1.00 %", percent: 1 }, { text: "NA" }] }]}
        currency="usd"
        isWithoutRows
      />,
    );
    expect(tags(html, "caption")[0]?.text).toBe("Key figures. Some could not be fetched just now.");
    expect(textOf(html)).toContain("Changeup 1.00 %NA");
    // Named in each cell, for phones, where the figures of a coin stand below each other.
    expect(tags(html, "td").map((cell) => cell["data-coin"])).toEqual([undefined, "one", "gone"]);
  });
});

describe("the converter", () => {
  const query = { amount: "2", from: "bitcoin", to: "usd" };

  const formOf = (more: Partial<ComponentProps<typeof ConvertForm>> = {}, address = "/convert") =>
    render(
      <ConvertForm
        query={query}
        from={{ text: "Bitcoin", name: "Bitcoin (BTC)", remark: null }}
        to={{ text: "usd", name: "US dollar ($)", remark: null }}
        amountRemark={null}
        unknownSide={null}
        edited={[]}
        onEdit={() => {}}
        {...more}
      />,
      address,
    );

  it("is a form of names with links to the other currencies and to the opposite", () => {
    const suggestions = [{ text: "20", query: { ...query, amount: "20" } }];
    const html = formOf({ amountRemark: { text: "Which?", isProblem: true, suggestions } });
    expect(tags(html, "input").map(({ name, value }) => [name, value])).toEqual([
      ["amount", "2"],
      ["from", "Bitcoin"],
      ["to", "usd"],
    ]);
    const links = tags(html, "a").map((link) => [link["aria-label"] ?? link.text, link["href"]]);
    expect(links).toEqual([
      ["20", "/convert?amount=20&from=bitcoin&to=usd"],
      ["From INR", "/convert?amount=2&from=inr&to=usd"],
      ["From EUR", "/convert?amount=2&from=eur&to=usd"],
      ["From USD", "/convert?amount=2&from=usd&to=usd"],
      ["Swap", "/convert?amount=2&from=usd&to=bitcoin"],
      ["To INR", "/convert?amount=2&from=bitcoin&to=inr"],
      ["To EUR", "/convert?amount=2&from=bitcoin&to=eur"],
    ]);
    expect(html).toContain('aria-invalid="true"');
    expect(textOf(html)).toContain("Bitcoin (BTC), or INR EUR USD");
  });

  it("says which coin a name means where its id is made of something else, and in which currency coins are priced", () => {
    const coins = { amount: "2", from: "pepe-2", to: "ethereum" };
    const html = formOf(
      {
        query: coins,
        from: { text: "Pepe", name: "Pepe (PEPE)", remark: null },
        to: { text: "Ethereum", name: "Ethereum (ETH)", remark: null },
      },
      "/convert?amount=2&from=pepe-2&to=ethereum&currency=eur",
    );
    expect(hiddenInputs(html)).toEqual({ currency: "eur", "from-coin": "pepe-2/Pepe" });
    const fields = tags(html, "input").map(({ name = "", value = "" }): [string, string] => [name, value]);
    const submitted = parseConversion(new URLSearchParams(fields));
    // The server finds the coin whose id is like its name.
    expect(convertHref(submitted)).toBe("/convert?amount=2&from=pepe-2&to=Ethereum&currency=eur");
    const other = parseConversion(
      new URLSearchParams([...fields.filter(([name]) => name !== "from"), ["from", "Dust"]]),
    );
    expect(other.from).toBe("Dust");
  });

  it("does not name what a field stood for before it was edited", () => {
    const html = formOf({ edited: ["from"] });
    expect(textOf(html)).not.toContain("Bitcoin (BTC)");
    expect(textOf(html)).toContain("US dollar ($)");
  });

  it("marks both coins where neither is known, until one is edited", () => {
    const nobody = { text: "zzzz", name: null, remark: null };
    const marks = (edited: readonly string[]) =>
      tags(formOf({ from: nobody, to: nobody, unknownSide: "from", edited }), "input")
        .filter(({ name }) => name === "from" || name === "to")
        .map((field) => field["aria-invalid"]);
    expect(marks([])).toEqual(["true", "true"]);
    expect(marks(["to"])).toEqual(["true", "false"]);
  });

  it("points out a reading that is not the only one, without calling it wrong", () => {
    const suggestions = [{ text: "BatCat (BTC)", query: { ...query, from: "batcat" } }];
    const remark = { text: "“btc” is read as Bitcoin (BTC), and not as", isProblem: false, suggestions };
    const html = formOf({ from: { text: "Bitcoin", name: "Bitcoin (BTC)", remark } });
    expect(textOf(html)).toContain("“btc” is read as Bitcoin (BTC), and not as BatCat (BTC)");
    expect(html).not.toContain('aria-invalid="true"');
  });

  it("shows the result and the prices behind it", () => {
    const html = render(
      <ConversionResult
        result={{ given: "2 Bitcoin", sign: "≈", text: "$3.00" }}
        rates={["1 Bitcoin = $1.50"]}
        sidesRemark={null}
        pricesFrom={NOW}
      />,
    );
    expect(tags(html, "p").map(({ text }) => text)).toEqual([
      "2 Bitcoin ≈ $3.00",
      "Prices from 21 Nov 2026, 00:00 UTC",
    ]);
    expect(tags(html, "li").map(({ text }) => text)).toEqual(["1 Bitcoin = $1.50"]);
  });

  it("asks which coin is meant, with links that keep the rest", () => {
    const coins = [{ id: "bit", symbol: "bit", name: "Bit", image: null, rank: null }];
    const html = render(<CoinChoice query={query} side="to" text="bi" isFound coins={coins} />);
    expect(tags(html, "h2")[0]?.text).toBe("Which coin is “bi”?");
    expect(tags(html, "a").map(({ href }) => href)).toEqual(["/convert?amount=2&from=bitcoin&to=bit"]);
  });
});
