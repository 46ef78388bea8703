import { gzipSync } from "node:zlib";
import { beforeEach, describe, expect, it } from "vitest";
import type { Behaviour } from "../../support/faulty-upstream";
import { failureOf, marketWithServer, watchWarnings } from "./market-under-test";

beforeEach(() => void watchWarnings());

function zipped(text: string): Behaviour {
  return { kind: "answer", headers: { "content-encoding": "gzip" }, body: gzipSync(text) };
}

describe("a service that", () => {
  it.each([
    { opening: "[", closing: "]" },
    { opening: '{"a":', closing: "1}" },
  ])("nests five million $opening is a failure, and the process survives", async ({ opening }) => {
    const deep = opening.repeat(Math.floor(9_000_000 / opening.length));
    const { market } = await marketWithServer(() => zipped(deep));
    expect((await failureOf(market.exchanges())).reason).toBe("bad-response");
    expect((await failureOf(market.coin("bitcoin"))).reason).toBe("bad-response");
  });

  it("sends an error whose body is nested as deeply is judged by its status", async () => {
    const { market } = await marketWithServer(() => ({ ...zipped("[".repeat(5_000_000)), status: 404 }));
    expect((await failureOf(market.coin("ghost"))).reason).toBe("not-found");
  });

  it("may send any number of brackets inside a string", async () => {
    const name = `${"[{".repeat(80)}\\"`;
    const { market } = await marketWithServer(() => ({ kind: "answer", body: { id: "bitcoin", name } }));
    expect((await market.coin("bitcoin")).value.name).toBe(name);
  });

  it("sends 250 exchanges with the longest addresses and names has them cached", async () => {
    const long = (length: number) => "x".repeat(length);
    const exchanges = Array.from({ length: 250 }, (_, index) => ({
      id: `exchange-${index}-${long(180)}`,
      name: long(200),
      url: `https://exchange.example/${long(1970)}`,
      image: `https://exchange.example/${long(1970)}`,
    }));
    const { market, upstream } = await marketWithServer(() => ({ kind: "answer", body: exchanges }));
    const { value } = await market.exchanges();
    expect(JSON.stringify(value).length).toBeGreaterThan(1_000_000);
    expect((await market.exchanges()).value).toBe(value);
    expect(upstream.calls).toHaveLength(1);
  });

  it("sends times in microseconds has no usable prices", async () => {
    const prices = [[1_795_000_000_000_000, 64_000]];
    const { market } = await marketWithServer(() => ({ kind: "answer", body: { prices } }));
    expect((await market.priceHistory("bitcoin", "usd", "7d")).value).toEqual([]);
  });

  it("sends too many points has the newest 50,000 of them read", async () => {
    const prices = Array.from({ length: 300_000 }, (_, index) => [1_700_000_000_000 + index * 1000, index]);
    const { market } = await marketWithServer(() => ({ kind: "answer", body: { prices } }));
    const { value } = await market.priceHistory("bitcoin", "usd", "max");
    expect(value[0]?.[1]).toBe(250_000);
    expect(value.at(-1)?.[1]).toBe(299_999);
  });
});
