import { describe, expect, it } from "vitest";
import { parseComparedIds } from "~/domain/compare/compared-coins";
import { formatCoinIds } from "~/domain/market/coin";

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
  ])("of %j are %j", (value, expected) => expect(parseComparedIds(value)).toEqual(expected));

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
