import { describe, expect, it } from "vitest";
import { parseQuery } from "~/domain/search/query";
import { times } from "../market-data/market-under-test";
import { searchAmong, searchBody } from "./searched-coins";

/** A search where some coins' own answers are known: of their contract addresses, and of a coin that is not on the list yet. */
async function searchWithContracts(contracts: Readonly<Record<string, Readonly<Record<string, string>>>>) {
  const setting = searchAmong((path) => {
    const platforms = contracts[path.slice("/coins/".length)];
    if (platforms === undefined) return searchBody(path);
    const id = path.slice("/coins/".length);
    return { id, symbol: "new", name: `Coin ${id}`, platforms, market_data: { current_price: { usd: 1 } } };
  });
  for (const id of Object.keys(contracts)) await setting.market.coin(id);
  const calls = setting.calls.length;
  const idsFor = async (text: string) => (await setting.find(text)).coins.map(({ id }) => id);
  return {
    ...setting,
    idsFor,
    ownCalls: () => setting.calls.slice(calls).filter((path) => /^\/coins\/(?!list|markets)/.test(path)),
  };
}

const WBTC = "0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599";
const [SOLANA, IBC] = ["7vfCXTUXx5WJV5JADk17DUJ4ksgau7utNKj4b963voxs", "ibc/0EF15DF2-F024_1.x"];
const SUI = `0x${"5d4b".repeat(16)}::coin::COIN`;

describe("a pasted contract address", () => {
  it.each([
    ["as it is written", WBTC],
    ["in lower case", WBTC.toLowerCase()],
    ["with space around it", `\n ${WBTC} `],
    ["on another chain", SOLANA],
    ["longer than a query", SUI],
    ["with signs", IBC],
  ])("%s means the coin that has it, if that is known, without a call", async (_how, text) => {
    const platforms = { ethereum: WBTC, solana: SOLANA, sui: SUI, osmosis: IBC };
    const { find, ownCalls } = await searchWithContracts({ "wrapped-bitcoin": platforms });
    const { coins, count, exact, nearest } = await find(text);
    expect(coins).toMatchObject([{ id: "wrapped-bitcoin" }]);
    expect([count, exact?.id, nearest]).toEqual([1, "wrapped-bitcoin", []]);
    expect(ownCalls()).toEqual([]);
  });

  it("that two coins have, or the beginning of one, opens neither", async () => {
    const shared = await searchWithContracts({ usds: { base: WBTC }, dai: { ethereum: WBTC } });
    expect((await shared.find(WBTC)).exact).toBe(null);
    expect((await shared.idsFor(WBTC)).toSorted()).toEqual(["dai", "usds"]);
    expect(await shared.idsFor(WBTC.slice(0, -1))).toEqual([]);
  });

  it("does not take a name from another coin", async () => {
    const { find } = await searchWithContracts({ "tenth-inu": { eos: "ethereum" } });
    expect((await find("ethereum")).exact?.id).toBe("ethereum");
  });

  it("is one of the five thousand that were seen last", async () => {
    const { idsFor, market } = await searchWithContracts({ old: { base: "0xold" } });
    const { value } = await market.coin("old");
    for (let number = 0; number < 5000; number += 20) {
      const contracts = times(20, (index) => ({ chain: "", address: `0x${number + index}` }));
      const details = { ...value.details, contracts };
      market.records.noteCoin({ value: { ...value, details }, fetchedAt: 0, receivedAt: 0 });
    }
    expect(await idsFor("0x5000")).toEqual(["old"]);
    expect(await idsFor("0xold")).toEqual([]);
  });
});

describe("a pasted link", () => {
  it.each([
    "https://www.coingecko.com/en/coins/xrp",
    "/coin/xrp",
    "http://localhost:3000/coin/xrp?currency=eur&range=7d",
  ])("%s means the coin of that id, whatever others are called so", async (text) => {
    const { find } = await searchWithContracts({ xrp: {} });
    // It is not on the list yet, and another one has the symbol.
    expect((await find("xrp")).exact?.id).toBe("ripple");
    expect(await find(text)).toMatchObject({ count: 1, exact: { id: "xrp", name: "Coin xrp" } });
  });

  it("to a coin that is not known finds those of similar names", async () => {
    const { idsFor } = await searchWithContracts({});
    expect(await idsFor("https://www.coingecko.com/en/coins/bitcoi")).toContain("bitcoin");
    expect(parseQuery("https://www.coingecko.com/en/coins/bitcoi")).toBe("/coin/bitcoi");
  });
});
