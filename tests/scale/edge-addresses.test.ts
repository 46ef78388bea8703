import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { parseCurrency } from "~/domain/market/currency";
import { parseRange } from "~/domain/market/range";
import { parsePageNumber, parseTableView } from "~/domain/market/table-view";
import { parseQuery } from "~/domain/search/query";
import type { FaultyUpstream } from "../support/faulty-upstream";
import { startEcho } from "./echo";
import { type Edge, startNginx } from "./nginx.mjs";
import { visit, visitKept } from "./visitor";

let app: FaultyUpstream;
let edge: Edge;

beforeAll(async () => {
  app = await startEcho();
});

beforeEach(async () => {
  await edge?.stop();
  edge = await startNginx([app.url]);
});

afterAll(async () => {
  await edge?.stop();
  await app?.stop();
});

const spellingsOf = {
  "/search?q=bitcoin+cash&currency=usd": [
    "/search?q=bitcoin+cash&currency=usd",
    "/search?x=1&currency=USD&q=bitcoin+cash&q=x",
  ],
  "/search?q=&currency=inr": ["/search", "/search?q", "/search?q=&Q=x", "/search?xq=y"],
  "/search.json?q=bit": ["/search.json?q=bit", "/search.json?x=1&q=bit&currency=usd"],
  "/search.data?q=bit&currency=eur&_routes=routes%2Fsearch": [
    "/search.data?_routes=routes%2Fsearch&currency=eur&q=bit",
  ],
  "/": ["/", "/?x=1", "/?currency=gbp&x=%F0", "/?_routes=root"],
  "/?currency=usd": ["/?currency=usd", "/?x=1&currency=USD"],
  "/exchanges?currency=eur": ["/exchanges?currency=eur", "/exchanges?x=1&currency=EUR"],
  "/exchanges.data?currency=usd&_routes=routes%2Fexchanges": [
    "/exchanges.data?_routes=routes%2Fexchanges&currency=usd",
  ],
  "/convert?amount=1&from=bitcoin&to=inr": ["/convert", "/convert?x=1&from=bitcoin", "/convert?currency=gbp"],
  "/convert?amount=1.5&from=pepe&to=usd": [
    "/convert?to=usd&from=pepe&amount=1.5",
    "/convert?amount=1.5&from=pepe&currency=usd&amount=2",
  ],
  "/convert?amount=&from=&to=": ["/convert?amount&from&to="],
  "/convert.data?amount=2&from=usd&to=bitcoin&_routes=routes%2Fconvert": [
    "/convert.data?amount=2&from=usd&to=bitcoin&_routes=routes%2Fconvert",
  ],
  "/exchanges": ["/exchanges", "/exchanges?", "/exchanges?page=7", "/exchanges?utm_source=a%20b+c"],
  "/coins?currency=inr&page=1": [
    "/coins",
    "/coins?",
    "/coins?currency=inr&page=1",
    "/coins?page=0",
    "/coins?page=133",
    "/coins?page=2x",
    "/coins?page=1234567890",
    "/coins?currency&currency=usd",
    "/coins?page=&page=7",
    "/coins?Currency=usd&PAGE=7",
    "/coins?xcurrency=usd&pages=7&currencyx=eur",
    "/coins?x=page=7&_routes=routes%2Fexchanges",
    "/coins?x=1&&&y",
    "/coins?range=%20",
    `/coins?${"x".repeat(1000)}`,
  ],
  "/coins?currency=usd&page=7": [
    "/coins?page=7&currency=usd",
    "/coins?&x=?currency=eur&currency=USD&page=007&page=8&currency=eur",
    "/coins?currency=Usd&page=000000007#page=8",
    "/coins?utm_campaign=caf%C3%A9+au+lait&currency=usd&page=7",
  ],
  "/coins?currency=inr&page=2": ["/coins?page=2&view=cards&order=volume_asc&sort=%20", "/coins?page=2&view"],
  "/coins?currency=inr&page=1&view=table&order=market_cap_desc": [
    "/coins?view=table",
    "/coins?view=TABLE&order=id_asc&sort=rank_asc",
    "/coins?view=table&view=cards&order=market_cap_desc",
  ],
  "/coins?currency=usd&page=7&view=table&order=volume_asc&sort=change_24h_desc": [
    "/coins?currency=usd&page=7&view=table&order=volume_asc&sort=change_24h_desc",
    "/coins?sort=Change_24H_desc&order=VOLUME_ASC&view=table&page=7&currency=usd&sort=name_asc",
  ],
  "/coins.data?currency=inr&page=1&view=table&order=volume_desc&sort=name_asc&_routes=routes%2Fcoins": [
    "/coins.data?view=table&order=volume_desc&sort=name_asc&_routes=routes%2Fcoins",
  ],
  "/coins.data?currency=inr&page=7&_routes=": ["/coins.data?page=7", "/coins.data?x=1&page=07&y=2"],
  "/coins.data?currency=inr&page=7&_routes=routes%2Fcoins": [
    "/coins.data?_routes=routes%2Fcoins&page=7",
    "/coins.data?page=7&x=1&_routes=routes%2Fcoins&_routes=x",
  ],
  "/coin/bitcoin?currency=eur&range=1y": [
    "/coin/bitcoin?currency=eur&range=1y",
    "/coin/bitcoin?range=1Y&currency=EUR&page=2&z=3",
  ],
  "/coin/A_b.c!~*'()-1?currency=inr&range=24h": ["/coin/A_b.c!~*'()-1", "/coin/A_b.c!~*'()-1?range=2d"],
  "/coin/a.b.data?currency=inr&range=max&_routes=routes%2Fcoin.%24id": [
    "/coin/a.b.data?range=MAX&_routes=routes%2Fcoin.%24id&currency=yen",
  ],
  "/coin/bitcoin/history.csv?currency=usd&range=7d": [
    "/coin/bitcoin/history.csv?currency=usd&range=7d",
    "/coin/bitcoin/history.csv?range=7D&mode=dark&currency=USD&currency=eur",
  ],
  "/coin/bitcoin/history.json?currency=inr&range=24h": [
    "/coin/bitcoin/history.json",
    "/coin/bitcoin/history.json?range=2d&x=%F0",
  ],
  "/coin/bitcoin/preview.png?currency=eur&range=max": [
    "/coin/bitcoin/preview.png?currency=eur&range=max&mode=dark",
  ],
  "/coin/a.b-c/chart.svg?currency=inr&range=1y&mode=dark": [
    "/coin/a.b-c/chart.svg?mode=DARK&range=1y&view=table",
  ],
  "/coin/a.b-c/chart.svg?currency=inr&range=24h&mode=light": [
    "/coin/a.b-c/chart.svg?mode=x",
    "/coin/a.b-c/chart.svg?mode&mode=dark",
  ],
  "/coins/preview.png?currency=usd": ["/coins/preview.png?currency=usd&page=7&range=7d"],
  "/preview.png": ["/preview.png", "/preview.png?currency=usd"],
  "/sitemap.xml": ["/sitemap.xml", "/sitemap.xml?x=1"],
  "/sitemap/12.xml": ["/sitemap/12.xml", "/sitemap/12.xml?currency=usd"],
  "/exchanges.data?_routes=": ["/exchanges.data", "/exchanges.data?page=2"],
  "/exchanges.data?_routes=routes%2Fexchanges": ["/exchanges.data?x=2&_routes=routes%2Fexchanges"],
};

describe("all spellings of a page are one page, kept once:", () => {
  it.each(Object.entries(spellingsOf))("%s", async (page, spellings) => {
    const before = app.calls.length;
    for (const spelling of [...spellings, ...spellings])
      expect([spelling, (await visitKept(edge.url, spelling)).text]).toEqual([spelling, page]);
    expect(app.calls.slice(before).map(({ path }) => path)).toEqual([page]);
  });
});

describe("what is the same in all colour modes is kept for those, too, who have chosen one:", () => {
  it.each([
    "/preview.png",
    "/coins/preview.png?currency=usd",
    "/coin/bitcoin/history.csv?currency=usd&range=7d",
    "/coin/bitcoin/history.json?currency=usd&range=7d",
    "/coin/bitcoin/preview.png?currency=usd&range=7d",
    "/coin/bitcoin/chart.svg?currency=usd&range=7d&mode=light",
    "/search.json?q=bit",
    "/sitemap.xml",
    "/sitemap/1.xml",
  ])("%s", async (path) => {
    const before = app.calls.length;
    await visitKept(edge.url, path);
    const { text, cache } = await visit(edge.url, path, { headers: { cookie: "colour-mode=dark" } });
    expect([text, cache]).toEqual([path, "HIT"]);
    expect(app.calls.slice(before).map(({ headers }) => headers.cookie)).toEqual([undefined]);
  });

  it("pages are not among them", async () => {
    for (const path of ["/", "/coins?currency=usd&page=1", "/coin/chart.svg?currency=usd&range=7d"]) {
      await visitKept(edge.url, path);
      const { cache } = await visit(edge.url, path, { headers: { cookie: "colour-mode=dark" } });
      expect([path, cache]).toEqual([path, "BYPASS"]);
      expect(app.calls.at(-1)?.headers.cookie).toBe("colour-mode=dark");
    }
  });
});

describe("what nginx leaves to the app to read comes to it as it was sent, and is not kept:", () => {
  it.each([
    "/coins?currency=%75sd",
    "/coins?c%75rrency=usd",
    "/coins?page=7&p%61ge=8",
    "/coin/bitcoin?r%61nge=7d&currency=usd",
    "/coins?currency=+usd",
    "/coins?page=%207",
    "/coins.data?_routes=x",
    "/coins.data?_routes=routes%2fcoins",
    "/coins/",
    "/COINS?page=2",
    "//coins",
    "/%63oins",
    "/coin/%62itcoin",
    "/coin/a%2fb",
    "/coin/%E2%82%AC%20(1)",
    "/coin/bitcoin/",
    "/coin/bitcoin/extra",
    `/coin/${"x".repeat(201)}`,
    "/search?q=BTC",
    "/search?q=+bit",
    "/search?q=bit++coin",
    "/search?q=bit%20coin",
    "/search?q=%E6%AF%94",
    "/search?%71=bit",
    "/search.json?%71=bit",
    "/coin/%62itcoin/history.csv",
    "/coin/bitcoin/history.CSV",
    "/coin/bitcoin/history.csv/",
    "/coin/bitcoin/chart.svg?mode=%64ark",
    "/coins/preview.png?currency=+usd",
    "/Preview.png",
    "/sitemap/0.xml",
    "/sitemap/100.xml",
    "/sitemap//1.xml",
    `/search?q=${"x".repeat(65)}`,
    "/convert?%61mount=5&to=usd",
    "/convert?%74o=usd&amount=5",
    "/convert?amount=1,500&from=bitcoin&to=usd",
    "/convert?amount=1&from=BTC&to=usd",
    "/convert?amount=1&from=bitcoin&to=USD",
    `/convert?amount=${"1".repeat(65)}`,
    "/exchanges?currency=%20usd",
    "/nowhere",
    "/assets//app.css",
    "/assets/app.css%0A",
    "/icons/a%20b.png",
    "/Robots.txt",
  ])("%s", async (path) => {
    for (const _ of [1, 2]) {
      const { text, cache } = await visit(edge.url, path);
      expect([text, cache]).toEqual([path, "BYPASS"]);
      expect(app.calls.at(-1)?.path).toBe(path);
    }
  });
});

describe("a file is kept by its path alone:", () => {
  it.each(["/assets/app-n_Q.css", "/icons/icon.svg", "/manifest.webmanifest", "/robots.txt"])(
    "%s",
    async (file) => {
      const before = app.calls.length;
      for (const spelling of [file, `${file}?`, `${file}?z=1`, `${file}?z=2`, file.replace("i", "%69")])
        expect((await visitKept(edge.url, spelling)).text).toBe(file);
      expect(app.calls.slice(before).map(({ path }) => path)).toEqual([file]);
    },
  );
});

it("nginx never reads a query in another way than the app", async () => {
  const before = app.calls.length;
  const queries = madeUpQueries(1500);
  for (const query of queries) {
    for (const path of ["/coins", "/coin/bitcoin", "/search"]) {
      const heard = (await visit(edge.url, `${path}?${query}`)).text;
      expect([query, read(heard)]).toEqual([query, read(`${path}?${query}`)]);
    }
  }
  // Most of them were one of the pages of the list, of the 24 pages of a coin, or one of a few searches.
  expect(app.calls.length - before).toBeLessThan(1.5 * queries.length);
});

/** Page that the app finds for an address. */
function read(address: string) {
  const { pathname, searchParams } = new URL(address, "http://site");
  const currency = parseCurrency(searchParams.get("currency"));
  if (pathname === "/search") return { pathname, currency, query: parseQuery(searchParams.get("q")) };
  return pathname === "/coins"
    ? {
        pathname,
        currency,
        page: parsePageNumber(searchParams.get("page")),
        table: parseTableView(searchParams),
      }
    : { pathname, currency, range: parseRange(searchParams.get("range")) };
}

/** Queries of parts that mean something here and there, in every order; the same ones in each run. */
function madeUpQueries(count: number): string[] {
  const parts =
    "currency page range view order sort q btc table Table volume_asc name_desc Currency usd USD eur 7 07 132 133 0 7d MAX x = = = & & & + %20 %26 %3D %C2%A0 %75 ? / # ;".split(
      " ",
    );
  let seed = 1;
  const next = (limit: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % limit;
  };
  return Array.from({ length: count }, () =>
    Array.from({ length: 1 + next(10) }, () => parts[next(parts.length)]).join(""),
  );
}
