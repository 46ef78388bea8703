import { describe, expect, it } from "vitest";
import { amountField, readTypedAmounts, refusalOf } from "~/domain/portfolio/typed-amounts";

/** Reads what was typed into the field of one coin. */
function typed(text: string) {
  const [read] = readTypedAmounts(new URLSearchParams({ id: "bitcoin", amount: text }));
  return read;
}

describe("an amount in the form", () => {
  it.each([
    ["0.5", "0.5"],
    [" 0,5 ", "0.5"],
    ["1500", "1500"],
    ["1.5k", "1500"],
    ["1,500.25", "1500.25"],
    ["1.500,25", "1500.25"],
    ["1e-8", "0.00000001"],
    ["00.50", "0.5"],
    ["0.000000000000000001", "0.000000000000000001"],
    ["123456789012345.5", "123456789012345.5"],
  ])("is read as people write it: %j", (text, amount) => {
    expect(typed(text)).toMatchObject({ id: "bitcoin", amount, problem: null });
  });

  it.each(["", " ", "0", "0.00"])("is empty for %j", (text) => {
    expect(typed(text)).toMatchObject({ amount: null, problem: null });
  });

  it.each([
    ["-1", "below zero"],
    ["1e999", "at most 15 digits"],
    ["1234567890123456", "at most 15 digits"],
    ["1e-19", "at most 18 decimals"],
    ["0.1234567890123456789", "at most 18 decimals"],
    ["NaN", "cannot be read"],
    ["Infinity", "cannot be read"],
    ["<b>1</b>", "cannot be read"],
    ["9".repeat(500), "cannot be read"],
    ["$500", "without a unit"],
    ["2 btc", "without a unit"],
  ])("is refused, and shown again, for %j", (text, words) => {
    const read = typed(text);
    expect(read?.amount).toBeNull();
    expect(read?.problem).toContain(words);
    expect(text).toContain(read?.text.slice(0, 40));
  });

  it("that is ambiguous is shown as the amount it was read as, for confirmation", () => {
    const read = typed("1,500");
    expect(read).toEqual({
      id: "bitcoin",
      amount: null,
      text: "1500",
      problem: "“1,500” could also mean 1.5. Correct it, or save it as it is now.",
    });
    expect(typed(read?.text ?? "")).toMatchObject({ amount: "1500", problem: null });
  });

  it.each(["0.5", "12.345", "1500", "123456789012345.123456789012345678", "0.000000000000000001"])(
    "of the list survives formatting and parsing: %s",
    (amount) => {
      expect(typed(amountField(amount))).toMatchObject({ amount, problem: null });
    },
  );

  it("belongs to the coin beside it; there are at most 50", () => {
    const pairs = Array.from({ length: 60 }, (_, index) => [
      ["id", `c${index}`],
      ["amount", `${index + 1}.5`],
    ]).flat();
    const read = readTypedAmounts(new URLSearchParams(pairs));
    expect(read).toHaveLength(50);
    expect(read[49]).toMatchObject({ id: "c49", amount: "50.5" });
    expect(readTypedAmounts(new URLSearchParams("id=a"))).toMatchObject([{ id: "a", amount: null }]);
  });
});

it("amounts are refused with the number of invalid ones, or for lack of room", () => {
  const problem = { id: "a", amount: null, text: "x", problem: "?" };
  expect(refusalOf([problem], true)).toContain("one amount needs another look");
  expect(refusalOf([problem, problem], false)).toContain("2 amounts need another look");
  expect(refusalOf([{ ...problem, problem: null }], false)).toContain("no room");
  expect(refusalOf([{ ...problem, problem: null }], true)).toBeNull();
});
