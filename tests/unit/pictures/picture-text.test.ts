import { expect, it } from "vitest";
import { boldWidth, drawableText, fitText } from "~/services/pictures/picture-text.server";

it.each([
  ["Bitcoin", "bitcoin", "Bitcoin"],
  ["  Žluťoučký   кот Ωμέγα ", "x", "Žluťoučký кот Ωμέγα"],
  ["币安人生 (BNB)", "binance-life", "(BNB)"],
  ["币安人生", "binance-life", "binance-life"],
  ["🐸", "pepe", "pepe"],
  ["币", "币", ""],
  ["$0.00000772 ₹ € × 10⁻¹² −", "x", "$0.00000772 ₹ € × 10⁻¹² −"],
])("of the name %j of the coin %j is drawn %j", (name, id, drawn) => {
  expect(drawableText(name, id)).toBe(drawn);
});

it("a text that does not fit becomes smaller and then shorter, and never wider than it may be", () => {
  expect(fitText("Bitcoin", 1000, 64, 40)).toEqual({ text: "Bitcoin", fontSize: 64 });
  const smaller = fitText("Wrapped liquid staked Ether 2.0", 900, 64, 40);
  expect(smaller.text).toBe("Wrapped liquid staked Ether 2.0");
  expect(smaller.fontSize).toBeLessThan(64);
  const shorter = fitText("W".repeat(300), 900, 64, 40);
  expect(shorter.text).toMatch(/^W+…$/);
  for (const { text, fontSize } of [smaller, shorter])
    expect(boldWidth(text, fontSize)).toBeLessThanOrEqual(900);
});
