import { describe, expect, it } from "vitest";
import { knownPage, namedCurrency, pageAddress } from "~/domain/addresses/canonical-address";

const at = (address: string) => pageAddress(new URL(`http://site.test${address}`));

/** Canonical addresses, each with other spellings of it; an indented line goes on with those of the line before. */
const SPELLINGS = `
/ // /? /?x=1 /?currency=inr /?currency=gbp
/?currency=usd /?x=1&currency=USD /?currency=usd&period=24h
/?period=7d /?period=7D /?currency=inr&period=7d
/?currency=eur&period=7d /?period=7d&currency=eur
/coins?currency=inr&page=1 /coins /coins?x=1 /coins?page=0 /coins?page=01 /coins?currency=gbp&page=133 /COINS
  /coins?category= /coins?category=a/b /coins?category=${"a".repeat(65)}
/coins?currency=usd&page=3 /coins?page=3&currency=usd /coins?currency=USD&page=03 /coins?currency=usd&page=3&x=1
  /coins?currency=usd&currency=eur&page=3&page=4 /coins?%63urrency=%20usd&page=+3
  /coins/?currency=usd&page=3 /%63oins///?currency=usd&page=3
/coins?currency=usd&page=3&view=table&order=volume_asc&sort=price_desc
  /coins?sort=PRICE_desc&order=volume_asc&view=Table&page=3&currency=usd
  /coins?currency=usd&page=3&view=table&order=volume_asc&sort=price_desc&sort=name_asc&x=1
/coins?currency=inr&page=1&view=table&order=market_cap_desc
  /coins?view=table /coins?view=table&order=id_asc&sort=rank_asc
/coins?currency=usd&page=2&category=layer-1&view=table&order=market_cap_desc
  /coins?category=Layer-1&view=table&currency=USD&page=2&list=none
/coins?currency=inr&list=gainers&period=24h&top=1000 /coins?list=GAINERS
  /coins?list=gainers&period=1y&top=50&page=7&category=layer-1&order=volume_desc
/coins?currency=eur&list=losers&period=7d&top=100&view=table
  /coins?view=table&top=100&period=7D&list=losers&currency=eur&sort=price_desc
/coin/bitcoin?currency=eur&range=7d /coin/bitcoin?range=7D&currency=EUR
  /Coin/%62itcoin/?currency=eur&range=7d&page=2
/coin/Bitcoin?currency=inr&range=24h /coin/Bitcoin
  /coin/Bitcoin?metric=price&scale=linear /coin/Bitcoin?metric=volume&scale=2
/coin/bitcoin?currency=inr&range=24h&metric=market_cap&scale=log /coin/bitcoin?scale=LOG&metric=Market_Cap
/coin/1move%20token?currency=inr&range=24h /coin/1move%20token
/coin/%E2%82%AC?currency=inr&range=24h /coin/%e2%82%ac /coin/€
/coin/a%2Fb/markets?currency=inr&page=1 /Coin/a%2fb/Markets/?page=5 /coin/a%2fb/markets?page=x
/coin/bitcoin/markets?currency=usd&page=4 /coin/bitcoin/markets?page=04&currency=USD&range=7d
/compare?ids=bitcoin,ethereum&currency=inr&range=24h&scale=log
  /compare?scale=log&metric=market_cap&ids=bitcoin,ethereum
/compare?ids=bitcoin,ethereum&currency=usd&range=30d
  /compare?ids=bitcoin%2Cethereum&currency=USD&range=30D&x=1
  /compare/?range=30d&currency=usd&ids=bitcoin,,ethereum,bitcoin&q=
  /Compare?ids=+bitcoin,%20ethereum&ids=pepe&currency=usd&range=30d&q=%00
/compare?ids=&currency=inr&range=24h /compare /compare?ids /compare?ids=,&range=2d
/compare?ids=bitcoin&currency=inr&range=24h&q=eth+x /compare?ids=bitcoin&q=ETH%20%20x
/compare?ids=a,b,c,d,e,f&currency=inr&range=24h /compare?ids=a,b,c,d,e,f,g,h
/watchlist?ids=bitcoin,ethereum&currency=usd
  /Watchlist/?view=TABLE&x=1&currency=USD&ids=bitcoin%2Cethereum,bitcoin&page=2
/watchlist?ids=bitcoin:0.5,a%20b&currency=usd /watchlist?currency=usd&edit=list&ids=bitcoin%3A0.5%2Ca+b%3A0
/watchlist?currency=usd&range=30d&edit=list /watchlist?edit&range=30D&currency=usd
/watchlist?ids=a:2@100inr,b:2@1eur&currency=inr /watchlist?currency=inr&ids=a:2@100,b:2@1eur
/search?q=bitcoin+cash&currency=usd /search?currency=USD&q=Bitcoin%20Cash
  /search?q=++BITCOIN+++cash&currency=usd&page=2 /Search/?q=bitcoin+cash&q=x&currency=usd
/search?q=btc&currency=inr&all=1 /search?all=1&q=BTC
/search?q=%F0%9F%9A%80&currency=inr /search?q=🚀 /search?q=%F0%9F%9A%80
/search?q=&currency=inr /search /search?all=1 /search?q /search?q=+ /search?q=%00
/exchanges /exchanges?currency=inr /Exchanges/?x=1 /exchanges?q=&order=rank_asc&view=cards
  /exchanges?order=sideways&view=list&page=2
/exchanges?currency=eur /Exchanges/?x=1&currency=EUR&currency=usd
/exchanges?currency=usd&q=hong+kong&view=table&order=volume_desc
  /exchanges?order=VOLUME_DESC&view=Table&q=+Hong++Kong&currency=usd
/convert?amount=1&from=bitcoin&to=inr /convert /CONVERT/?x=1 /convert?to=INR
  /convert?currency=gbp /convert?from=bitcoin
/convert?amount=1&from=bitcoin&to=usd /convert?currency=USD /convert?to=usd&currency=eur
  /convert?to=US%20Dollar
/convert?amount=1%2C500&from=usd&to=Pepe /convert?to=+Pepe&from=USD&amount=%201,500%20&amount=2
/convert?amount=&from=&to= /convert?amount&from=%00&to=
/convert?amount=1&from=bitcoin&to=ethereum&currency=usd /convert?currency=USD&to=ethereum
  /convert?to=Ether&to-coin=ethereum%2FEther&currency=usd
/convert?amount=1&from=bitcoin&to=ethereum /convert?to=ethereum&currency=inr
  /convert?to=ethereum&to-coin=x%2FOther&currency=gbp
/convert?amount=${"1".repeat(64)}&from=${"x".repeat(128)}&to=inr
  /convert?amount=${"1".repeat(10_000)}&from=${"x".repeat(10_000)}
`;

describe("the address of a page", () => {
  it.each(SPELLINGS.trim().split(/\n(?! )/))("is canonical for all its spellings: %s", (line) => {
    const [address = "", ...spellings] = line.split(/\s+/);
    for (const spelling of [...spellings, address]) expect(at(spelling)).toBe(address);
  });

  const NO_PAGES =
    "/nowhere /coin /coin// /coins/2 /coin/a/b /exchanges/x /robots.txt //coins /coin/%E0%A4%A";

  it.each(NO_PAGES.split(" "))("is the path alone where there is no page: %s", (path) => {
    expect(at(`${path}?x=1`)).toBe(path);
    expect(knownPage({ pathname: path, search: "" })).toBeNull();
  });

  it.each([
    ["/coins?currency=eur", "eur"],
    ["/coin/bitcoin", "inr"],
    ["/convert?from=bitcoin&to=usd", "usd"],
    ["/convert?from=eur&to=bitcoin", "eur"],
    ["/convert?from=pepe&to=bitcoin", null],
    ["/convert?from=pepe&to=bitcoin&currency=eur", "eur"],
    ["/exchanges", null],
    ["/exchanges?currency=usd", "usd"],
    ["/nowhere?currency=usd", null],
  ])("of %s has the currency %s", (address, currency) => {
    expect(namedCurrency(new URL(address, "http://site.test"))).toBe(currency);
  });

  it("is found quickly, however many slashes are sent", () => {
    expect(pageAddress({ pathname: `${"/".repeat(200_000)}x`, search: "" })).toHaveLength(200_001);
  });
});
