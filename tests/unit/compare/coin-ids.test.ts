import { describe, expect, it } from "vitest";
import { parseComparedIds } from "~/domain/compare/compared-coins";
import { formatCoinIds } from "~/domain/market/coin";
import { pageAddress } from "~/domain/page-address";

describe("the coins of a comparison", () => {
  it.each([
    ["bitcoin,ethereum", ["bitcoin", "ethereum"]],
    [" bitcoin , ethereum,", ["bitcoin", "ethereum"]],
    ["ethereum,bitcoin,ethereum,bitcoin", ["ethereum", "bitcoin"]],
    [",,,", []],
    ["", []],
    [null, []],
    ["1move token,比特币", ["1move token", "比特币"]],
    ["a,b,c,d,e,f,g,h", ["a", "b", "c", "d", "e", "f"]],
    [`${"x".repeat(129)},bitcoin`, ["bitcoin"]],
  ])("of %j are %j", (value, expected) => {
    expect(parseComparedIds(value)).toEqual(expected);
  });

  it("are read back as they are written", () => {
    const ids = ["1move token", "a&b=c", "100%", "比特币", "a+b"];
    const query = new URLSearchParams(`ids=${formatCoinIds(ids)}`);
    expect(parseComparedIds(query.get("ids"))).toEqual(ids);
  });

  it("are read quickly from a megabyte of commas and of names", () => {
    expect(parseComparedIds(",".repeat(1e6))).toEqual([]);
    expect(parseComparedIds("a,b,".repeat(250_000))).toEqual(["a", "b"]);
  });
});

describe("the address of a comparison", () => {
  const at = (address: string) => pageAddress(new URL(`http://site.test${address}`));

  it.each([
    [
      "/compare?ids=bitcoin,ethereum&currency=usd&range=30d",
      [
        "/compare?ids=bitcoin%2Cethereum&currency=USD&range=30D&x=1",
        "/compare/?range=30d&currency=usd&ids=bitcoin,,ethereum,bitcoin&q=",
        "/Compare?ids=+bitcoin,%20ethereum&ids=pepe&currency=usd&range=30d&q=%00",
      ],
    ],
    ["/compare?ids=&currency=inr&range=24h", ["/compare", "/compare?ids", "/compare?ids=,&range=2d"]],
    ["/compare?ids=bitcoin&currency=inr&range=24h&q=eth+x", ["/compare?ids=bitcoin&q=ETH%20%20x"]],
    ["/compare?ids=a,b,c,d,e,f&currency=inr&range=24h", ["/compare?ids=a,b,c,d,e,f,g,h"]],
  ])("%s is canonical for all its spellings", (address, spellings) => {
    for (const spelling of spellings) expect(at(spelling)).toBe(address);
    expect(at(address)).toBe(address);
  });
});
