import { describe, expect, it } from "vitest";
import { formatWatchlist, MAX_WATCHED, parseWatchlist } from "~/domain/watchlist/watchlist";
import { decodedText, listCsv, readListCsv } from "~/services/exports/list-csv.server";

const read = (text: string) => {
  const { list, problems } = readListCsv(text, (id) => id === "btc");
  return problems.length > 0 ? problems : formatWatchlist(list);
};

describe("a list as CSV", () => {
  it("is the same list when it is read again, whatever its ids and names", () => {
    const text = 'bitcoin:0.5@25000usd,a b:2,=1+1,\'x,"q",比特币:1@0.5inr';
    const csv = listCsv(parseWatchlist(text), (id) => `=${id}, "name"`);
    expect(csv.split("\r\n").slice(0, 2)).toEqual([
      "\ufeffid,amount,cost,currency,name",
      'bitcoin,0.5,25000,usd,"\'=bitcoin, ""name"""',
    ]);
    expect(csv).not.toMatch(/^[=+]/m);
    expect(read(csv)).toBe(text);
  });

  it.each([
    ["bitcoin", "bitcoin"],
    ["\ufeffID;Amount\nbitcoin;0.5\n;;\n\nethereum;", "bitcoin:0.5,ethereum"],
    ["bitcoin\t2\t100\tUSD", "bitcoin:2@100usd"],
    ["id;amount;cost;currency\r\nbitcoin;0,5;25000,50;eur\r\n", "bitcoin:0.5@25000.5eur"],
    ["id,amount\r\nbitcoin,1.2E-05\r\n", "bitcoin:0.000012"],
    ["sep=;\r\nid;amount\r\nbitcoin;0.5\r\n", "bitcoin:0.5"],
    ["\ufeffsep=\t\nid\tamount\nbitcoin\t,5", "bitcoin:0.5"],
    ["bitcoin;1.500,25;€ 1 000,5", "bitcoin:1500.25@1000.5eur"],
    ['bitcoin,+.5,"1,234.50",Euro', "bitcoin:0.5@1234.5eur"],
    ["bitcoin,12.345,12.345,usd", "bitcoin:12.345@12.345usd"],
    ["bitcoin,१.२,٢٥٠٠٠,usd", "bitcoin:1.2@25000usd"],
    ["bitcoin;１２，５;25'000 dollars\nethereum;۲٫۵", "bitcoin:12.5@25000usd,ethereum:2.5"],
    ["bitcoin,1,0\nethereum,1,0,eur\npepe,1,0 €", "bitcoin:1@0usd,ethereum:1@0eur,pepe:1@0eur"],
    ["bitcoin\t\t\t\tBitcoin\nethereum\t1", "bitcoin,ethereum:1"],
    ['"a;b",2', "a;b:2"],
    ['bitcoin,1,,,"two\nlines"\nethereum,2,,,5" coin', "bitcoin:1,ethereum:2"],
  ])("may be written by hand or by another program: %j", (text, list) => expect(read(text)).toBe(list));

  it.each([
    ["bitcoin,0,5", ["Line 1: “0” is not an amount such as 0.5."]],
    [
      "bitcoin;1,500\nethereum;12.345",
      ["Line 1: “1,500” could also mean 1.5.", "Line 2: “12.345” could also mean 12345."],
    ],
    ["bitcoin;1e5;1e5", ["Line 1: “1e5 ” is not a cost such as 25000 with usd in the next column."]],
    ["sep=;\n\nbitcoin;0", ["Line 3: “0” is not an amount such as 0.5."]],
    ['bitcoin\nethereum,"1', ["Line 2: its quotation marks do not match."]],
    ["bitcoin;-1;5;usd", ["Line 1: “-1” is not an amount such as 0.5."]],
    [
      "a/b\nbitcoin,x",
      ["Line 1: “a/b” is not the id of a coin.", "Line 2: “x” is not an amount such as 0.5."],
    ],
    ["bitcoin,1,5", ["Line 1: “5 ” is not a cost such as 25000 with usd in the next column."]],
    ["bitcoin\nbtc,2", ["Line 2: no coin has the id “btc”."]],
    ["a\nb\na", ["a is listed twice."]],
    ["id,amount\n", ["There is no coin in it."]],
    ["x".repeat(8000), ["The list has more than 7000 characters."]],
    ["\n".repeat(300), ["The list has more than 200 lines."]],
    [
      Array.from({ length: MAX_WATCHED + 1 }, (_, index) => `c${index}`).join("\n"),
      ["A list has at most 50 coins."],
    ],
  ])("that cannot be read is refused with its lines: %j", (text, problems) => {
    expect(read(text)).toEqual(problems);
  });

  it.each([
    ["a mark of UTF-8", "utf8", "\ufeff"],
    ["UTF-16", "utf16le", "\ufeff"],
    ["UTF-16, the other byte first", "swapped", "\ufeff"],
    ["letters of western Europe", "latin1", ""],
    ["letters of any script", "utf8", "比特币"],
  ] as const)("may be a file with %s", (_, encoding, start) => {
    const text = `${start}\nbitcoin;1;5 £ é`;
    const bytes = Buffer.from(text, encoding === "swapped" ? "utf16le" : encoding);
    const { buffer } = new Uint8Array(encoding === "swapped" ? bytes.swap16() : bytes);
    expect(decodedText(buffer)).toBe(text.replace("\ufeff", ""));
  });

  it("names five bad lines and counts the rest", () => {
    expect(read("a/b\n".repeat(8))).toHaveLength(6);
    expect(read("a/b\n".repeat(8)).at(-1)).toBe("There are 3 more problems.");
  });
});
