import { describe, expect, it } from "vitest";
import { CoinCards } from "~/components/coins/coin-cards";
import { CoinTable } from "~/components/coins/coin-table";
import { GainersAndLosers, LargestCoins } from "~/components/home/movers";
import { OutOfDateNotice } from "~/components/market/out-of-date-notice";
import { FoundCoins, FoundExchanges, SearchOutcome } from "~/components/search/found-coins";
import { SearchForm } from "~/components/search/search-fields";
import { CopyLink, RadioForm } from "~/components/site/controls";
import { FailedPage, UnexpectedError } from "~/components/site/errors";
import { SiteFooter, SiteHeader } from "~/components/site/header-and-footer";
import { type AmountField, AmountsForm } from "~/components/watchlist/amounts-form";
import { EmptyList } from "~/components/watchlist/list-notices";
import { useOwnControls } from "~/components/watchlist/own-list";
import { holdingsOf, PortfolioSummary } from "~/components/watchlist/portfolio";
import { KeepList, ShareLinks } from "~/components/watchlist/share-list";
import { listedCoin, listedRow } from "~/domain/market/coin";
import { CURRENCIES } from "~/domain/market/currency";
import { moversOf } from "~/domain/market/movers";
import { PAGES } from "~/domain/pages";
import { valuePortfolio } from "~/domain/portfolio/valuation";
import { readMarketCoin } from "~/services/market-data/provider/coin-lists.server";
import { hiddenInputs, render, tags, textOf } from "./render";

describe("radios", () => {
  const html = render(
    <RadioForm
      action="/coins"
      choices={[
        { legend: "Currency", name: "currency", values: CURRENCIES, value: "eur" },
        { legend: "View", name: "view", values: ["cards", "table"], value: "table" },
      ]}
      kept={{ page: "3", order: "price" }}
    />,
  );

  it("are labelled with their values, with the current ones checked, in a form that keeps the other parameters", () => {
    expect(tags(html, "label").map(({ text }) => text)).toEqual(["INR", "EUR", "USD", "Cards", "Table"]);
    expect(html.match(/<input type="radio"[^>]*checked=""[^>]*value="(?:eur|table)"/g)).toHaveLength(2);
    expect(html.match(/checked=""/g)).toHaveLength(2);
    expect(tags(html, "legend").map(({ text }) => text)).toEqual(["Currency", "View"]);
    expect(hiddenInputs(html)).toEqual({ page: "3", order: "price" });
    expect(tags(html, "button")).toEqual([expect.objectContaining({ type: "submit", text: "Show" })]);
  });
});

it("the button that copies a link does not exist without JavaScript", () => {
  expect(render(<CopyLink path="/coins" />)).toBe("");
});

describe("the search", () => {
  it("is a form that keeps the currency", () => {
    const html = render(<SearchForm label="Search all coins" query="bit" currency="usd" />);
    expect(tags(html, "form")[0]).toMatchObject({ action: "/search", role: "search" });
    expect(tags(html, "input").map(({ name, value }) => [name, value])).toEqual([
      ["q", "bit"],
      ["currency", "usd"],
    ]);
  });

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
    expect(hiddenInputs(html)).toMatchObject({ id: "pepe" });
    expect(tags(html, "button")[0]?.text).toBe("Watch Pepe");
    expect(render(<FoundCoins coins={[]} currency="eur" />)).toBe("");
  });

  it("lists exchanges in a line, or in rows where there is no coin, each a link to its place among all of them", () => {
    const exchanges = ["kraken", "a b/c"].map((id) => ({ id, name: id.toUpperCase(), image: null }));
    const html = render(<FoundExchanges exchanges={exchanges} currency="usd" areAll={false} />);
    expect(textOf(html)).toBe("Exchanges: KRAKEN, A B/C");
    const rows = render(<FoundExchanges exchanges={exchanges} currency="usd" areAll />);
    expect(textOf(rows)).toBe("ExchangesKRAK KRAKEN ExchangeABC A B/C Exchange");
    expect(tags(rows, "a").map(({ href }) => href)).toEqual(tags(html, "a").map(({ href }) => href));
    expect(tags(html, "a").map(({ href }) => href)).toEqual([
      "/exchanges?currency=usd#exchange-kraken",
      "/exchanges?currency=usd#exchange-a%20b%2Fc",
    ]);
    expect(render(<FoundExchanges exchanges={[]} currency="usd" areAll />)).toBe("");
  });
});

describe("the header", () => {
  it("links to the pages and then to the tools, in the currency of the address", () => {
    const html = render(<SiteHeader />, "/coins?currency=usd");
    expect(tags(html, "a").map(({ text, href }) => [text, href])).toEqual([
      ["Cypto-On-The-GO", "/?currency=usd"],
      ["Home", "/?currency=usd"],
      ["Exchanges", "/exchanges?currency=usd"],
      ["Coins", "/coins?currency=usd"],
      ["Watchlist", "/watchlist?currency=usd"],
      ["Compare", "/compare?currency=usd"],
      ["Convert", "/convert?currency=usd"],
    ]);
    expect(html.match(/<nav aria-label="([^"]+)"/g)).toEqual([
      '<nav aria-label="Main"',
      '<nav aria-label="Tools"',
    ]);
  });

  it("has a search, except on pages with one of their own", () => {
    const searches = (address: string) =>
      tags(render(<SiteHeader />, address), "form").filter(({ role }) => role === "search");
    expect(searches("/coins")).toHaveLength(1);
    expect(searches("/nowhere")).toHaveLength(1);
    expect(searches("/")).toHaveLength(0);
    expect(searches("/search?q=bit")).toHaveLength(0);
  });

  it("has a footer that credits the source of prices where there is one", () => {
    const credit = { name: "Somebody", href: "https://prices.test/" };
    const footer = (of: typeof credit | null) =>
      textOf(render(<SiteFooter year={2026} credit={of} socialLinks={null} />));
    expect(footer(credit)).toContain("Prices by Somebody© 2026");
    expect(footer(null)).not.toContain("Prices by");
  });

  it("has a footer with the social links of the site, or else with placeholders that lead nowhere", () => {
    const links = (socialLinks: readonly { readonly name: string; readonly href: string }[] | null) =>
      render(<SiteFooter year={2026} credit={null} socialLinks={socialLinks} />);
    const own = links([{ name: "Blog", href: "https://blog.test/" }]);
    expect(tags(own, "a").map(({ text, href }) => [text, href])).toEqual([["Blog", "https://blog.test/"]]);
    expect(own).not.toContain("placeholder");
    const placeholders = links(null);
    expect(tags(placeholders, "a").map(({ text, href, role }) => [text, href, role])).toEqual([
      ["GitHub", undefined, "link"],
      ["LinkedIn", undefined, "link"],
      ["X", undefined, "link"],
    ]);
    expect(textOf(placeholders)).toContain("(placeholders)");
    expect(placeholders).not.toContain("http");
  });
});

describe("the home page", () => {
  const coin = (id: string, rank: number, change24h: number | null) => ({
    ...{ id, symbol: id, name: id.toUpperCase(), image: null, rank, price: 2, change24h, week: "" },
  });

  it("lists the largest coins, and gainers and losers with how many coins they were chosen from", () => {
    const movers = moversOf([coin("a", 1, 3), coin("b", 2, -4), coin("c", 300, 0)]);
    const largest = render(<LargestCoins coins={movers.largest} currency="usd" />);
    expect(tags(largest, "a").map(({ text, href }) => [text, href])).toEqual([
      ["A A $2.00 up 3.00 %", "/coin/a?currency=usd"],
      ["B B $2.00 down 4.00 %", "/coin/b?currency=usd"],
    ]);
    const moving = render(<GainersAndLosers movers={movers} currency="usd" fetchedAt={0} />);
    expect(tags(moving, "h2").map(({ text }) => text)).toEqual(["Biggest gainers", "Biggest losers"]);
    expect(tags(moving, "li").map(({ text }) => text)).toEqual([
      "A A a Rank #1 $2.00 up 3.00 %",
      "B B b Rank #2 $2.00 down 4.00 %",
    ]);
    expect(textOf(moving)).toContain("among 3 of the largest coins. Oldest price: 1 Jan 1970, 00:00 UTC.");
  });

  it.each([[[]], [[coin("c", 300, null)]], [[coin("a", 1, 3)]]])(
    "has none of them if no coin is known, or only one: %j",
    (coins) => {
      const movers = moversOf(coins);
      expect(render(<LargestCoins coins={movers.largest} currency="usd" />)).toBe("");
      expect(render(<GainersAndLosers movers={movers} currency="usd" fetchedAt={0} />)).toBe("");
    },
  );
});

describe("a page that fails", () => {
  it("offers to try again under its canonical address", () => {
    const html = render(<FailedPage page={PAGES.exchanges} />, "/exchanges?x=1");
    expect(tags(html, "h1")[0]?.text).toBe("Error While Fetching Exchanges");
    expect(tags(html, "a").map(({ href }) => href)).toEqual(["/exchanges", "/"]);
    expect(textOf(html)).toContain("Try again Go to the home page");
  });

  it("because there is no such category says so, and offers a search", () => {
    const html = render(
      <FailedPage page={PAGES.coins} status={404} />,
      "/coins?category=made-up&currency=eur",
    );
    expect(tags(html, "h1").map(({ text }) => text)).toEqual(["No such category"]);
    expect(textOf(html)).toContain(
      "There is no category at this address. It may have been renamed or removed.",
    );
    expect(tags(html, "input")[0]).toMatchObject({ name: "q", value: "made-up" });
  });

  it("is a banner below its heading where the page is a list, which says when to try again", () => {
    const html = render(
      <FailedPage page={PAGES.watchlist} status={503} retryInSeconds={12} />,
      "/watchlist?x=1",
    );
    expect(tags(html, "h1")[0]?.text).toBe("Watchlist");
    expect(html).toMatch(/role="alert">Error While Fetching Watchlist</);
    expect(tags(html, "p")[1]?.text).toBe(
      "The market data could not be fetched just now. Please try again in 12 seconds.",
    );
    expect(tags(html, "a").map(({ text, href }) => [text, href])).toEqual([
      ["Try again", "/watchlist?currency=inr"],
      ["Go to the home page", "/"],
    ]);
  });

  it("because there is no such coin suggests similar ones, and a search for what was asked", () => {
    const similar = [
      ["bitcoin", "Bitcoin"],
      ["bitcoin-cash", "Bitcoin Cash"],
    ] as const;
    const html = render(
      <FailedPage page={PAGES.coin} status={404} similar={similar} />,
      "/coin/bitcion?currency=eur",
    );
    expect(tags(html, "a").map(({ text, href }) => [text, href])).toEqual([
      ["Bitcoin", "/coin/bitcoin?currency=eur"],
      ["Bitcoin Cash", "/coin/bitcoin-cash?currency=eur"],
      ["Go to the home page", "/"],
    ]);
    expect(tags(html, "input")[0]).toMatchObject({ name: "q", value: "bitcion" });
    expect(tags(html, "p")[0]?.text).toBe(
      "There is no coin at this address. It may have been renamed or removed.",
    );
    expect(textOf(html)).toContain("Did you mean Bitcoin, Bitcoin Cash");
  });

  it("because its address is wrong says so in plain words below the specified heading", () => {
    const error = { status: 404, statusText: "Not Found", internal: false, data: null };
    const html = render(<UnexpectedError error={error} />, "/no/such");
    expect(tags(html, "h1")[0]?.text).toBe("Unexpected Application Error!");
    expect(
      tags(html, "p")
        .map(({ text }) => text)
        .slice(0, 2),
    ).toEqual([
      "404 Not Found",
      "There is no page at this address. Perhaps a search will find what you were looking for.",
    ]);
    expect(tags(html, "input")[0]).toMatchObject({ name: "q" });
    expect(tags(html, "a").map(({ text }) => text)).toEqual(["Go to the home page"]);
  });

  it("because of our own fault shows its message, and a link that tries again", () => {
    const html = render(<UnexpectedError error={new Error("boom")} />, "/exchanges?currency=eur");
    expect(tags(html, "a")[0]).toMatchObject({ text: "Try again", href: "/exchanges?currency=eur" });
    expect(tags(html, "h1")[0]?.text).toBe("Unexpected Application Error!");
    expect(
      tags(html, "p")
        .map(({ text }) => text)
        .slice(0, 2),
    ).toEqual(["boom", "The page could not be shown. Please try again in a moment."]);
  });
});

it("the notice of old figures says when they were fetched", () => {
  const html = render(<OutOfDateNotice isOutOfDate fetchedAt={Date.UTC(2026, 10, 21)} />);
  expect(tags(html, "p")[0]).toMatchObject({
    role: "status",
    text: "Prices may be out of date: last fetched 21 Nov 2026, 00:00 UTC",
  });
  expect(render(<OutOfDateNotice isOutOfDate={false} fetchedAt={0} />)).toBe("");
});

describe("a watchlist", () => {
  it("that is empty explains how to begin", () => {
    expect(tags(render(<EmptyList currency="usd" popular={[]} />), "a").map(({ href }) => href)).toEqual([
      "/coins?currency=usd&page=1",
      "/search?q=&currency=usd",
    ]);
    const coin = listedCoin(readMarketCoin({ id: "a", symbol: "a", name: "A" }));
    const html = render(<EmptyList currency="usd" popular={[coin]} />);
    expect(textOf(html)).toContain("or begin with one of these.");
    expect(tags(html, "button").map(({ text }) => text)).toEqual(["Watch A"]);
  });

  const OWN = ["a", "b", "c"].map((id) => ({ id, name: id.toUpperCase() }));

  /** Renders the controls of all coins of a list. */
  const controls = (coins: typeof OWN, isOwn = true) => {
    function Controls() {
      const control = useOwnControls(
        coins.map(({ id }) => id),
        isOwn,
      );
      return coins.map((coin) => control?.(coin));
    }
    return render(<Controls />, "/watchlist?currency=usd&x=1");
  };

  it("of somebody else can be added to the visitor's own, or replace it", () => {
    const list = ["a", "b"].map((id) => ({ id, amount: null }));
    const html = render(<KeepList list={list} currency="usd" isTable />);
    expect(html).not.toContain("checkbox");
    expect(hiddenInputs(html)).toEqual({ ids: "a,b", returnTo: "/watchlist?currency=usd&view=table" });
    expect(tags(html, "button").map(({ text, name, value }) => [text, name, value])).toEqual([
      ["Add to my list", "action", "append"],
      ["Replace my list", "action", "replace"],
    ]);
    expect(tags(html, "form")[0]).toMatchObject({ action: "/watchlist", method: "post" });
    const held = [{ id: "a", amount: "0.5" }, ...list.slice(1)];
    const withAmounts = render(<KeepList list={held} currency="usd" isTable={false} />);
    expect(withAmounts).toMatch(
      /<input type="checkbox" name="ids" checked="" value="a:0.5,b"\/> With the amounts/,
    );
    // Of two lists in a form the first one counts.
    expect(withAmounts.indexOf("a:0.5,b")).toBeLessThan(withAmounts.indexOf('value="a,b"'));
  });

  it("shares its amounts only through the link that says so", () => {
    const links = (amount: string | null, isOwn = true) =>
      tags(
        render(<ShareLinks list={[{ id: "a", amount }]} isOwn={isOwn} currency="usd" isTable={false} />),
        "a",
      ).map(({ text, href }) => [text, href]);
    const share = ["Share", "/watchlist?ids=a&currency=usd"];
    const form = ["Amounts", "/watchlist?currency=usd&edit=amounts"];
    expect(links(null)).toEqual([share, form]);
    expect(links("0.5")).toEqual([share, form, ["Share with amounts", "/watchlist?ids=a:0.5&currency=usd"]]);
    // The link of a shared list leads to itself, so that it needs a script, which copies it.
    expect(links("0.5", false)).toEqual([]);
  });

  it("with amounts shows what they are worth, on cards, in the table and in total", () => {
    const coin = { ...readMarketCoin({ id: "a", symbol: "aaa", name: "A" }), price: 2, change24h: 25 };
    const coins = [coin, { ...coin, id: "b", name: "B" }];
    const held = [
      { ...coin, amount: "1.5" },
      { ...coin, id: "c", name: "C", amount: "1", price: null },
    ];
    const portfolio = valuePortfolio(held, "usd");
    const holdings = holdingsOf(portfolio);
    expect(tags(render(<PortfolioSummary {...portfolio} />), "p").map(({ text }) => text)).toEqual([
      "Total without C $3.00",
      "up 25.00 % +$0.60 in 24 hours",
    ]);
    const cards = render(<CoinCards coins={coins.map(listedCoin)} currency="usd" below={holdings?.onCard} />);
    expect(tags(cards, "a").map(({ text }) => text)).toEqual([
      "AAA aaa A $2.00 up 25.00 % 1.5 AAA $3.00 100.00 % of the total +$0.60",
      "AAA aaa B $2.00 up 25.00 %",
    ]);
    const table = render(
      <CoinTable
        rows={coins.map(listedRow)}
        currency="usd"
        caption=""
        sorting={null}
        added={holdings?.columns}
      />,
    );
    expect(
      tags(table, "th")
        .slice(2, 9)
        .map(({ text }) => text),
    ).toEqual(["Price", "Change in 24h", "Amount", "Value", "Change (24h)", "Share", "Change in 1h"]);
    const cells = table
      .split("<tr>")
      .slice(2)
      .map((row) =>
        tags(row, "td")
          .slice(3, 7)
          .map(({ text }) => text),
      );
    expect(cells).toEqual([
      ["1.5", "$3.00", "+$0.60", "100.00 %"],
      ["", "", "", ""],
    ]);
    expect(holdingsOf(null)).toBeUndefined();
  });

  it("has a form for its amounts, a labelled field for each coin, which comes back with what could not be saved", () => {
    const field = { id: "a b", name: "A", symbol: "aaa", image: null, text: "", problem: null };
    const form = (fields: readonly AmountField[], refusal: string | null = null) =>
      render(<AmountsForm fields={fields} currency="usd" isTable refusal={refusal} />);
    const html = form([field, { ...field, id: "c", name: "C", text: "1.5" }]);
    expect(tags(html, "form")[0]).toMatchObject({
      action: "/watchlist?currency=usd&view=table&edit=amounts",
      method: "post",
    });
    expect(tags(html, "input").map(({ name, value }) => [name, value])).toEqual([
      ["returnTo", "/watchlist?currency=usd&view=table"],
      ["amount", ""],
      ["id", "a b"],
      ["amount", "1.5"],
      ["id", "c"],
    ]);
    expect(tags(html, "label").map(({ text }) => text)).toEqual(["AAA A AAA", "AAA C AAA"]);
    expect(html).not.toMatch(/aria-invalid|role="alert"/);
    const refused = form([{ ...field, text: "<x>", problem: "Not understood." }], "Nothing saved.");
    expect(refused).toMatch(/role="alert">Nothing saved\./);
    expect(refused).toMatch(
      /value="&lt;x&gt;"[^>]*aria-describedby="amount-0-note"|aria-describedby="amount-0-note"[^>]*value="&lt;x&gt;"/,
    );
    expect(refused).toContain('<strong id="amount-0-note">Not understood.</strong>');
    const buttons = (html: string) => tags(html, "button").map(({ text, value }) => [text, value]);
    expect(buttons(html)).toEqual([
      ["Save", "amounts"],
      ["Remove all amounts", "clear"],
    ]);
    // There are none to remove.
    expect(buttons(form([field]))).toEqual([["Save", "amounts"]]);
  });

  it("of the visitor has a form for each coin, with words for its buttons, which returns to the page", () => {
    const html = controls(OWN);
    expect(hiddenInputs(html)).toEqual({ id: "c", name: "C", returnTo: "/watchlist?currency=usd" });
    expect(tags(html, "form").map(({ method, id }) => [method, id])).toEqual(
      OWN.map(() => ["post", undefined]),
    );
    expect(tags(html, "button").map(({ text, value }) => [text, value])).toEqual(
      OWN.flatMap(({ name }) => [
        [`Move ${name} to this place`, "move"],
        [`Move ${name} up`, "up"],
        [`Remove ${name}`, "remove"],
      ]),
    );
    expect(html.match(/<button[^>]*value="up"[^>]*>/g)?.map((button) => /disabled/.test(button))).toEqual([
      true,
      false,
      false,
    ]);
    expect(tags(html, "input").flatMap(({ name, value }) => (name === "place" ? [value] : []))).toEqual([
      "1",
      "2",
      "3",
    ]);
    expect(tags(controls(OWN.slice(0, 1)), "button").map(({ value }) => value)).toEqual(["remove"]);
    expect(controls(OWN, false)).toBe("");
  });
});
