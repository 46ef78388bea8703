import { describe, expect, it } from "vitest";
import { parseAmount } from "~/domain/format/amount";
import { MAX_AMOUNT_LENGTH } from "~/domain/format/text";

describe("an amount as people write it", () => {
  it.each<[text: string, value: string, units?: readonly string[]]>([
    ["1", "1"],
    ["007", "7"],
    ["+5", "5"],
    ["1.5", "1.5"],
    ["1,5", "1.5"],
    ["1,", "1"],
    [".5", "0.5"],
    ["0,500", "0.5"],
    ["1500.250", "1500.25"],
    ["1500,250", "1500.25"],
    ["1.500,25", "1500.25"],
    ["1,500.25", "1500.25"],
    ["1.500.000,5", "1500000.5"],
    ["1,00,000", "100000"],
    ["12,34,567.8", "1234567.8"],
    ["1 000 000,5", "1000000.5"],
    ["1 000.5", "1000.5"],
    ["1 000,500", "1000.5"],
    ["1’000’000.25", "1000000.25"],
    ["१२", "12"],
    ["１，２３４．５", "1234.5"],
    ["＋１２ btc", "12", ["btc"]],
    ["٣٫٥", "3.5"],
    ["۱٬۵۰۰", "1500"],
    ["𝟗𝟘", "90"],
    ["$๑๐๐", "100", ["$"]],
    ["1e-8", "0.00000001"],
    ["1,5e3", "1500"],
    ["2.5e+2", "250"],
    ["1e−8", "0.00000001"],
    ["0.1000000000000000000000001", "0.1000000000000000000000001"],
    ["$5", "5", ["$"]],
    ["US$5", "5", ["US$"]],
    ["₹1,00,000", "100000", ["₹"]],
    ["€1.500,25", "1500.25", ["€"]],
    ["$.50", "0.5", ["$"]],
    ["Rs 500", "500", ["Rs"]],
    ["Rs.500", "500", ["Rs"]],
    ["Rs.1,50,000", "150000", ["Rs"]],
    ["Rs..5", "0.5", ["Rs"]],
    ["500 Rs.", "500", ["Rs"]],
    ["btc .5", "0.5", ["btc"]],
    ["5 btc", "5", ["btc"]],
    ["btc 1.5", "1.5", ["btc"]],
    ["$5 USD", "5", ["$", "USD"]],
    ["5e", "5", ["e"]],
    ["1e2 eth", "100", ["eth"]],
    ["1e99999", "1", ["e99999"]],
    // Words for powers of ten, as this site and people write them.
    ["1k", "1000"],
    ["1.5K", "1500"],
    ["$1.64T", "1640000000000", ["$"]],
    ["5m btc", "5000000", ["btc"]],
    ["₹107.21 lakh crore", "107210000000000", ["₹"]],
    ["3 crore", "30000000"],
    ["1,00,000 lakh rupees", "10000000000", ["rupees"]],
    ["5 mbtc", "5", ["mbtc"]],
    ["5 kas", "5", ["kas"]],
  ])("%j is %s", (text, value, units = []) => {
    const amount = parseAmount(text);
    expect(amount.kind === "amount" && [amount.value.toFixed(), amount.units]).toEqual([value, units]);
  });

  it.each([
    ["1,500", "1500", "1.5"],
    ["1.500", "1.5", "1500"],
    ["12,345", "12345", "12.3450"],
    ["999.999", "999.999", "999999"],
    ["1.000", "1", "1000"],
    ["$1,500", "1500", "1.5 $"],
    ["Rs.1,500", "1500", "1.5 Rs"],
    ["1,500k btc", "1500000", "1.5 k btc"],
  ])("%j is %s, as this site writes numbers, and could be %s", (text, value, other) => {
    const amount = parseAmount(text);
    expect(amount.kind === "amount" && [amount.value.toFixed(), amount.other]).toEqual([value, other]);
    const again = parseAmount(other);
    expect(again.kind === "amount" && again.other).toBeNull();
  });

  it("has a unit where a word is one of what is converted", () => {
    const amount = parseAmount("5 M", (word) => word === "M");
    expect(amount.kind === "amount" && [amount.value.toFixed(), amount.units]).toEqual(["5", ["M"]]);
  });

  const ODD = "abc 10² NaN 1.2.3 1,2,3 1,0000,000 1.500'000 . $ --5 5% btc.5".split(" ");

  it.each([...ODD, "1 00", "1 1inch", `${"1,".repeat(19)}x`])("%j is not understood", (text) =>
    expect(parseAmount(text).kind).toBe("not-understood"),
  );

  it.each([
    ["", "empty"],
    ["1e", "amount"],
    ["-5", "negative"],
    ["−5", "negative"],
    ["$-5", "negative"],
    ["0", "zero"],
    ["-0.0", "zero"],
    ["1e24", "too-large"],
    ["1e-19", "too-small"],
    ["9".repeat(24), "amount"],
    ["1e-18", "amount"],
    ["1".repeat(MAX_AMOUNT_LENGTH + 1), "too-long"],
  ])("%j is %s", (text, kind) => expect(parseAmount(text).kind).toBe(kind));
});
