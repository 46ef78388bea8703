import type { ComponentProps } from "react";
import { describe, expect, it } from "vitest";
import { CoinTable } from "~/components/coins/coin-table";
import { ShortList } from "~/components/home/short-list";
import { MarketTiles } from "~/components/market/glance";
import { OutOfDateNotice } from "~/components/market/out-of-date-notice";
import { FoundCoins, FoundExchanges, SearchOutcome } from "~/components/search/found-coins";
import { CopyLink, currencyChoice, RadioForm, viewChoice } from "~/components/site/controls";
import { FailedPage, UnexpectedError } from "~/components/site/errors";
import { SiteFooter, SiteHeader } from "~/components/site/header-and-footer";
import { EditList, type ListField } from "~/components/watchlist/edit-list";
import { EmptyList } from "~/components/watchlist/list-notices";
import { holdingColumns, PortfolioSummary, WatchedRows } from "~/components/watchlist/portfolio";
import { KeepList, ShareLinks } from "~/components/watchlist/share-list";
import { listedCoin, listedRow } from "~/domain/market/coin";
import { describeTiles } from "~/domain/market/glance";
import { PAGES } from "~/domain/pages";
import { valuePortfolio } from "~/domain/portfolio/valuation";
import { readMarketCoin } from "~/services/market-data/provider/coin-lists.server";
import { readGlobal } from "~/services/market-data/provider/market.server";
import { globalBody } from "../../support/fake-bodies";
import { hiddenInputs, linksOf, render, tags, textOf, textsOf } from "./render";

it("radios are labelled with their values, in groups that are named after what they choose", () => {
  const html = render(
    <RadioForm action="/coins" choices={[currencyChoice("eur"), viewChoice(true)]} kept={{}} />,
  );
  expect(textsOf(html, "label")).toEqual(["INR", "EUR", "USD", "Cards", "Table"]);
  expect(textsOf(html, "legend")).toEqual(["Currency", "View"]);
});

it("the button that copies a link does not exist without JavaScript", () => {
  expect(render(<CopyLink path="/coins" />)).toBe("");
});

describe("the search", () => {
  it.each([
    ["found", 1, 1, "1 coin for “x”"],
    ["found", 1234, 50, "1,234 coins for “x” – the 50 best matches"],
    ["nearest", 0, 2, "No coin is called “x”. The nearest names:"],
    ["nearest", 0, 0, "No coin is called “x”."],
    ["trending", 0, 7, "Trending coins"],
    ["largest", 0, 10, "The largest coins"],
  ] as const)("that shows %s coins (%d, %d listed) says “%s”", (shows, count, shown, words) => {
    const html = render(<SearchOutcome {...{ shows, count, shown }} query="x" currency="usd" />);
    expect(tags(html, "h2")[0]?.text).toBe(words);
  });

  it("lists coins with their ranks, and with their prices where they are known, each with a star", () => {
    const pepe = { id: "pepe", symbol: "pepe", name: "Pepe", image: null, rank: 30 };
    const textWith = (figures: object) =>
      tags(render(<FoundCoins coins={[{ ...pepe, ...figures }]} currency="eur" />), "a")[0]?.text;
    const html = render(<FoundCoins coins={[pepe]} currency="eur" />);
    expect(tags(html, "a")).toEqual([
      expect.objectContaining({ href: "/coin/pepe?currency=eur", text: "PEPE Pepe pepe Rank #30" }),
    ]);
    expect(textWith({ price: 2, change24h: -3 })).toBe("PEPE Pepe pepe Rank #30 €2.00 down 3.00 %");
    expect(textWith({ price: 2, change24h: null })).toBe("PEPE Pepe pepe Rank #30 €2.00");
    expect(textWith({ price: null, change24h: null })).toBe("PEPE Pepe pepe Rank #30");
    expect(tags(html, "form")[0]?.["action"]).toBe("/watchlist");
    expect(tags(html, "button")[0]).toMatchObject({ name: "id", value: "pepe", text: "Watch Pepe" });
    expect(render(<FoundCoins coins={[]} currency="eur" />)).toBe("");
  });

  it("lists exchanges, each a link to its page", () => {
    const exchanges = ["kraken", "a b/c"].map((id) => ({ id, name: id.toUpperCase(), image: null }));
    const html = render(<FoundExchanges exchanges={exchanges} currency="usd" />);
    expect(textOf(html)).toBe("ExchangesKRAK KRAKEN ExchangeABC A B/C Exchange");
    expect(tags(html, "a").map(({ href }) => href)).toEqual([
      "/exchange/kraken?currency=usd",
      "/exchange/a%20b%2Fc?currency=usd",
    ]);
    expect(render(<FoundExchanges exchanges={[]} currency="usd" />)).toBe("");
  });
});

describe("the header", () => {
  it("links to the pages and then to the tools, in the currency of the address", () => {
    const html = render(<SiteHeader />, "/coins?currency=usd");
    expect(linksOf(html)).toEqual([
      ["Cypto-On-The-GO", "/?currency=usd"],
      ["Home", "/?currency=usd"],
      ["Exchanges", "/exchanges?currency=usd"],
      ["Coins", "/coins?currency=usd"],
      ["Watchlist", "/watchlist?currency=usd"],
      ["Compare", "/compare?currency=usd"],
      ["Convert", "/convert?currency=usd"],
    ]);
    expect(tags(html, "nav").map((nav) => nav["aria-label"])).toEqual(["Main", "Tools"]);
  });

  it("has a search, except on pages with one of their own", () => {
    const searches = (address: string) =>
      tags(render(<SiteHeader />, address), "form").filter(({ role }) => role === "search");
    expect(searches("/coins")).toHaveLength(1);
    expect(searches("/nowhere")).toHaveLength(1);
    expect(searches("/")).toHaveLength(0);
    expect(searches("/search?q=bit")).toHaveLength(0);
  });

  it("has a footer with the social links of the site, or else with placeholders that lead nowhere", () => {
    const links = (socialLinks: ComponentProps<typeof SiteFooter>["socialLinks"]) =>
      tags(render(<SiteFooter year={2026} credit={null} socialLinks={socialLinks} />), "a");
    expect(links([{ name: "Blog", href: "https://blog.test/" }])[0]?.["href"]).toBe("https://blog.test/");
    expect(links(null).map(({ text, href, role }) => [text, href, role])).toEqual([
      ["GitHub", undefined, "link"],
      ["LinkedIn", undefined, "link"],
      ["X", undefined, "link"],
      ["About this site", "/about", undefined],
    ]);
  });
});

describe("the home page", () => {
  const known = readMarketCoin({ id: "a", symbol: "a", name: "A" });
  const coin = { ...known, rank: 1, price: 2, change24h: 3, change7d: -4 };
  const list = (coins: readonly (typeof coin)[], none?: string) =>
    render(
      <ShortList title="Gainers" href="/all" coins={coins} currency="usd" figure="change7d" none={none} />,
    );

  it("has lists whose titles lead to all of their coins, with the change asked for", () => {
    expect(linksOf(list([coin]))).toEqual([
      ["Gainers", "/all"],
      ["A A a Rank #1 $2.00 down 4.00 %", "/coin/a?currency=usd"],
    ]);
  });

  it("has no list without coins, unless there is something to say", () => {
    expect(list([])).toBe("");
    expect(textOf(list([], "None has risen."))).toBe("GainersNone has risen.");
  });

  it("has the market in tiles", () => {
    const html = render(<MarketTiles tiles={describeTiles(readGlobal(globalBody(), "/global"), "inr")} />);
    const labels = ["Market cap", "Volume (24h)", "Dominance", "Coins"];
    expect(textsOf(html, "dt")).toEqual(labels);
    expect(tags(html, "dd")[0]?.text).toMatch(/^₹.*lakh crore down 1.23 % in 24h \(measured in USD\)$/);
    expect(render(<MarketTiles tiles={describeTiles(null, "inr")} />)).toBe("");
  });
});

describe("a page that fails", () => {
  it("because there is no such category says so, and offers a search", () => {
    const html = render(
      <FailedPage page={PAGES.coins} status={404} />,
      "/coins?category=made-up&currency=eur",
    );
    expect(textsOf(html, "h1")).toEqual(["Error While Fetching Coins"]);
    expect(textsOf(html, "p").slice(0, 2)).toEqual([
      "No such category",
      "There is no category at this address. It may have been renamed or removed.",
    ]);
    expect(tags(html, "input")[0]).toMatchObject({ name: "q", value: "made-up" });
  });

  const wrongAddress = { status: 404, statusText: "Not Found", internal: false, data: null };

  it.each([
    [
      "because its address is wrong says so in plain words, and leads home",
      wrongAddress,
      [
        "This page does not exist",
        "404 Not Found: there is no page at this address. Perhaps a search finds what you are looking for.",
      ],
      [["Go to the home page", "/"]],
    ],
    [
      "because of our own fault shows its message, and a link that tries again",
      new Error("boom"),
      ["Something went wrong", "boom. The page could not be shown. Please try again in a moment."],
      [
        ["Try again", "/exchanges?currency=eur"],
        ["Go to the home page", "/"],
      ],
    ],
  ])("%s", (_, error, words, links) => {
    const html = render(<UnexpectedError error={error} />, "/exchanges?currency=eur");
    expect(tags(html, "h1")[0]?.text).toBe("Unexpected Application Error!");
    expect(textsOf(html, "p").slice(0, 2)).toEqual(words);
    expect(linksOf(html)).toEqual(links);
  });
});

it("the notice of old figures says when they were fetched", () => {
  const html = render(<OutOfDateNotice age={{ isOutOfDate: true, fetchedAt: Date.UTC(2026, 10, 21) }} />);
  expect(tags(html, "p")[0]).toMatchObject({
    role: "status",
    text: "Prices may be out of date: last fetched 21 Nov 2026, 00:00 UTC",
  });
  expect(render(<OutOfDateNotice age={{ isOutOfDate: false, fetchedAt: 0 }} />)).toBe("");
});

describe("a watchlist", () => {
  it("that is empty explains how to begin", () => {
    expect(tags(render(<EmptyList currency="usd" popular={[]} />), "a").map(({ href }) => href)).toEqual([
      "/coins?currency=usd&page=1",
      "/search?q=&currency=usd",
      "/watchlist?currency=usd&edit=list",
    ]);
    const coin = listedCoin(readMarketCoin({ id: "a", symbol: "a", name: "A" }));
    const html = render(<EmptyList currency="usd" popular={[coin]} />);
    expect(textOf(html)).toContain("or begin with one of these.");
    expect(textsOf(html, "button")).toEqual(["Watch A"]);
  });

  it("of somebody else is kept without amounts unless a box is ticked, and then shown in the same view", () => {
    const keep = (amount: string | null) =>
      render(
        <KeepList
          list={[
            { id: "a", amount },
            { id: "b", amount: null },
          ]}
          currency="usd"
          isTable
        />,
      );
    const kept = { ids: "a,b", returnTo: "/watchlist?currency=usd&view=table" };
    expect([keep(null), keep("0.5")].map(hiddenInputs)).toEqual([kept, kept]);
    expect(keep(null)).not.toContain("checkbox");
  });

  it("without amounts has no link that shares them", () => {
    const html = render(<ShareLinks list={[{ id: "a", amount: null }]} currency="usd" isTable={false} />);
    expect(linksOf(html)).toEqual([
      ["Edit", "/watchlist?currency=usd&edit=list"],
      ["Share", "/watchlist?ids=a&currency=usd"],
      ["Add a coin", "/search?q=&currency=usd"],
    ]);
  });

  it("with amounts shows what they are worth, on cards, in the table and in total", () => {
    const coin = { ...readMarketCoin({ id: "a", symbol: "aaa", name: "A" }), price: 2, change24h: 25 };
    const coins = [coin, { ...coin, id: "b", name: "B" }];
    const held = [
      { ...coin, amount: "1.5", cost: { price: "1", currency: "usd" } } as const,
      { ...coin, id: "c", name: "C", amount: "1", price: null },
    ];
    const portfolio = valuePortfolio(held, "usd");
    const { holdings } = portfolio;
    const summary = <PortfolioSummary {...portfolio} coins={coins} />;
    expect(textsOf(render(summary), "p")).toEqual([
      "Total without C $3.00",
      "up 25.00 % +$0.60 in 24 hours",
      "up 100.00 % +$1.50 gain on $1.50 paid, without C",
    ]);
    const rows = (editHref: string | null) =>
      render(<WatchedRows coins={coins.map(listedCoin)} currency="usd" {...{ holdings, editHref }} />);
    expect(textsOf(rows("/edit"), "li")).toEqual([
      "AAA A $2.00 up 25.00 % $3.00 1.5 AAA up 100.00 % gain",
      "AAA B $2.00 up 25.00 % Add amount",
    ]);
    expect(tags(rows("/edit"), "a").at(-1)).toMatchObject({ text: "Add amount", href: "/edit#amount-b" });
    expect(textsOf(rows(null), "button")).toEqual(["Watch A", "Watch B"]);
    const added = holdingColumns(holdings);
    const table = render(
      <CoinTable rows={coins.map(listedRow)} currency="usd" caption="" sorting={null} added={added} />,
    );
    const changes = ["Change in 1h", "Change in 24h", "Change in 7d"];
    const columns = ["Amount", "Value", "Change (24h)", "Share"];
    expect(textsOf(table, "th").slice(3, 11)).toEqual([...changes, ...columns, "Gain"]);
    const rowsOfTable = table.split("<tr>").slice(2);
    expect(rowsOfTable.map((row) => textsOf(row, "td").slice(5, 10))).toEqual([
      ["1.5", "$3.00", "+$0.60", "100.00 %", "up 100.00 % +$1.50"],
      ["", "", "", "", ""],
    ]);
    const { holdings: free } = valuePortfolio([{ ...coin, amount: "1" }], "usd");
    expect(holdingColumns(free).map(({ title }) => title)).toEqual(columns);
    expect(holdingColumns([])).toEqual([]);
  });

  it("has a form with the figures of each coin, which comes back with what could not be saved", () => {
    const field = { id: "a b", name: "A", symbol: "aaa", image: null, text: "", costText: "" };
    const form = (fields: readonly ListField[], refusal: string | null = null) =>
      render(<EditList fields={fields} currency="usd" isTable refusal={refusal} />);
    const html = form([field, { ...field, id: "c", name: "C", text: "1.5", costText: "2" }]);
    expect(tags(html, "form")[0]?.["action"]).toBe("/watchlist?currency=usd&view=table&edit=list");
    const back = "/watchlist?currency=usd&view=table";
    const values = ["edit", back, "a b", "", "", "1", "c", "1.5", "2", "2"];
    expect(tags(html, "input").map(({ value }) => value)).toEqual(values);
    expect(html).not.toMatch(/aria-invalid|role="alert"/);
    const refused = (amount: string | null, cost: string | null) =>
      form([{ ...field, text: "<x>", problems: { amount, cost } }], "Nothing saved.");
    expect(refused("No.", null)).toMatch(/role="alert">Nothing saved\..*id="coin-0-amount"><strong>No\./s);
    const marked = (html: string) =>
      tags(html, "input").flatMap((input) => (input["aria-invalid"] ? [input["aria-describedby"]] : []));
    expect(marked(refused(null, "No."))).toEqual(["coin-0-cost"]);
    expect(marked(refused("No.", "No."))).toEqual(["coin-0-amount", "coin-0-cost"]);
    const buttons = (html: string) =>
      tags(html, "button").map(({ text, name, value }) => [text, name, value]);
    expect(buttons(html)).toEqual([
      ["Save", undefined, undefined],
      ["Remove all amounts", "clear", undefined],
      ["Remove A", "remove", "a b/A"],
      ["Move C up", "up", "c/C"],
      ["Remove C", "remove", "c/C"],
    ]);
    // There are none to remove.
    expect(buttons(form([field]))).toHaveLength(2);
  });
});
