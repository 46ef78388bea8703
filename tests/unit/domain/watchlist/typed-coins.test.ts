import { describe, expect, it } from "vitest";
import { areRead, fieldTexts, pressedButton, readTypedCoins } from "~/domain/watchlist/typed-coins";

/** Reads what was typed into the field of one coin. */
function typed(text: string) {
  const [read] = readTypedCoins(new URLSearchParams({ id: "bitcoin", amount: text }), "usd");
  return read;
}

const NONE = { amount: null, cost: null };

describe("an amount in the form", () => {
  it.each([
    ["0.5", "0.5"],
    [" 0,5 ", "0.5"],
    ["1.5k", "1500"],
    ["0.000000000000000001", "0.000000000000000001"],
    ["123456789012345.5", "123456789012345.5"],
  ])("is read as people write it: %j", (text, amount) => {
    expect(typed(text)).toMatchObject({ id: "bitcoin", amount, problems: NONE });
  });

  it.each(["", " ", "0", "0.00"])("is empty for %j", (text) => {
    expect(typed(text)).toMatchObject({ amount: null, problems: NONE });
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
    expect(read?.problems.amount).toContain(words);
    expect(text).toContain(read?.text.slice(0, 40));
  });

  it("that is ambiguous is shown as the amount it was read as, for confirmation", () => {
    const read = typed("1,500");
    const amount = "“1,500” could also mean 1.5. Correct it, or save it as it is now.";
    expect(read).toMatchObject({ amount: null, text: "1500", problems: { ...NONE, amount } });
    expect(typed(read?.text ?? "")).toMatchObject({ amount: "1500", problems: NONE });
  });

  it.each(["0.5", "12.345", "1500", "123456789012345.123456789012345678", "0.000000000000000001"])(
    "of the list survives formatting and parsing: %s",
    (amount) => expect(typed(fieldTexts({ amount }, "usd").text)).toMatchObject({ amount, problems: NONE }),
  );

  it("belongs to the coin beside it; there are at most 50", () => {
    const pairs = Array.from({ length: 60 }, (_, index) => [
      ["id", `c${index}`],
      ["amount", `${index + 1}.5`],
    ]).flat();
    const read = readTypedCoins(new URLSearchParams(pairs), "usd");
    expect(read).toHaveLength(50);
    expect(read[49]).toMatchObject({ id: "c49", amount: "50.5" });
    expect(readTypedCoins(new URLSearchParams("id=a"), "usd")).toMatchObject([{ id: "a", amount: null }]);
  });
});

describe("a cost in the form", () => {
  const paid = (cost: string, amount = "2") =>
    readTypedCoins(new URLSearchParams({ id: "bitcoin", amount, cost }), "eur")[0];

  it.each([
    ["25000", { price: "25000", currency: "eur" }],
    ["25000 USD", { price: "25000", currency: "usd" }],
    ["₹5.5", { price: "5.5", currency: "inr" }],
    ["", undefined],
    ["0", { price: "0", currency: "eur" }],
    ["0.00 USD", { price: "0", currency: "usd" }],
  ])("is in the currency of the page, unless it names another one: %j", (text, cost) => {
    const read = paid(text);
    expect(read).toMatchObject({ amount: "2", problems: NONE });
    expect(read?.cost).toEqual(cost);
    expect(paid(fieldTexts({ amount: "2", cost: read?.cost }, "eur").costText)?.cost).toEqual(cost);
  });

  it.each([
    ["5 btc", "2", "in inr, eur, usd", "cost"],
    ["x", "2", "The cost cannot be read", "cost"],
    ["-1", "2", "The cost cannot be below zero", "cost"],
    ["1,500", "2", "could also mean 1.5", "cost"],
    ["25000", "", "Enter how many", "amount"],
  ] as const)("is refused for %j with the amount %j, at its own field", (cost, amount, words, field) => {
    const problems = paid(cost, amount)?.problems;
    expect(problems).toEqual({ ...NONE, [field]: expect.stringContaining(words) });
  });

  it("is refused beside an amount that is refused", () => {
    const words = (name: string) => expect.stringContaining(`The ${name} cannot be read`);
    expect(paid("x", "x")?.problems).toEqual({ amount: words("amount"), cost: words("cost") });
  });
});

it("the button of a coin names it, and its name may have slashes", () => {
  expect(pressedButton(new URLSearchParams("up=a+b/A/B"))).toEqual({ action: "up", id: "a b", name: "A/B" });
  expect(pressedButton(new URLSearchParams("clear="))).toEqual({ action: "clear", id: "", name: "" });
  expect(pressedButton(new URLSearchParams())).toMatchObject({ action: "edit" });
});

it("a list is refused with the number of invalid coins, or for lack of room", () => {
  const [problem] = readTypedCoins(new URLSearchParams("id=a&amount=x"), "usd");
  const [good] = readTypedCoins(new URLSearchParams("id=a&amount=1"), "usd");
  if (problem === undefined || good === undefined) throw new Error("nothing was read");
  expect([areRead([good]), areRead([good, problem])]).toEqual([true, false]);
});
