import { CsvError, type InfoRecord, type Options, parse } from "csv-parse/sync";
import { MAX_AMOUNT_LENGTH, parseLine } from "~/domain/format/text";
import { readNumber } from "~/domain/watchlist/typed-coins";
import {
  heldCoin,
  isListable,
  MAX_CSV_LENGTH,
  MAX_WATCHED,
  type WatchedCoin,
} from "~/domain/watchlist/watchlist";
import { csvFile, csvText } from "./coin-export.server";

/** Said of a list that can be read, but that the visitor's list has no room for. */
export const NO_ROOM = `There is no room for all of it: a list has at most ${MAX_WATCHED} coins, and fewer with many digits.`;

/** Columns of the file. Import reads all but the name, and needs only the first. */
const HEADER = ["id", "amount", "cost", "currency", "name"];

/** Lines beyond the header that are read: some may be empty. */
const MAX_LINES = 4 * MAX_WATCHED;

/** Lines that a refusal names before it counts the rest. */
const MAX_NAMED = 5;

const DIALECT: Options = {
  bom: true,
  record_delimiter: ["\r\n", "\n", "\r"],
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: true,
  skip_records_with_empty_values: true,
  trim: true,
};

interface ReadList {
  readonly list: readonly WatchedCoin[];
  /** What is wrong, one sentence for each line that cannot be read; the list is not imported then. */
  readonly problems: readonly string[];
}

/** Formats a list as CSV (RFC 4180). @param nameOf a coin's name, which is untrusted */
export function listCsv(list: readonly WatchedCoin[], nameOf: (id: string) => string): string {
  const rows = list.map(({ id, amount, cost }) => [
    csvText(id),
    amount ?? "",
    cost?.price ?? "",
    cost?.currency ?? "",
    csvText(nameOf(id)),
  ]);
  return csvFile([HEADER, ...rows]);
}

/** Decodes a file in UTF-8; in UTF-16 if it has the mark of that; or in the letters of western Europe, if it is in neither. */
export function decodedText(file: ArrayBuffer): string {
  const [first = 0, second = 0] = new Uint8Array(file);
  const mark = first * 256 + second;
  if (mark === 0xfffe || mark === 0xfeff)
    return new TextDecoder(mark === 0xfffe ? "utf-16le" : "utf-16be").decode(file);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(file);
  } catch {
    return new TextDecoder("windows-1252").decode(file);
  }
}

/**
 * Reads a list from CSV: a line for each coin with its id, and behind it, where known, amount, cost of one coin and the currency of
 * that. Numbers may be written as in the form of the list. Spreadsheets of some countries write semicolons or tabs, with decimal
 * commas; a first line such as `sep=;` names the separator.
 * @param isUnknown whether there is surely no coin with an id
 */
export function readListCsv(text: string, isUnknown: (id: string) => boolean): ReadList {
  if (text.length > MAX_CSV_LENGTH) return refused(`The list has more than ${MAX_CSV_LENGTH} characters.`);
  const lines = text.split(/\r\n|\r|\n/);
  if (lines.length > MAX_LINES) return refused(`The list has more than ${MAX_LINES} lines.`);
  const [, named] = /^\ufeff?sep=([,;\t])$/i.exec(lines[0] ?? "") ?? [];
  // Otherwise the first one that is not in quotation marks.
  const separator = named ?? /[,;\t]/.exec(text.replace(/"[^"]*"/g, ""))?.[0] ?? ",";
  const read: (WatchedCoin | string)[] = [];
  const addRow = (fields: string[], { lines }: InfoRecord) => {
    const isHeader = read.length === 0 && fields[0]?.toLowerCase() === HEADER[0];
    if (!isHeader) read.push(readRow(fields, lines, separator === ",", isUnknown));
    return fields;
  };
  try {
    parse(text, { ...DIALECT, delimiter: separator, from_line: named ? 2 : 1, on_record: addRow });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return refused(`Line ${error.lines}: its quotation marks do not match.`);
  }
  const list = read.flatMap((row) => (typeof row === "string" ? [] : [row]));
  const problems = read.filter((row) => typeof row === "string");
  const twice = list.find(({ id }, index) => list.findIndex((coin) => coin.id === id) < index);
  if (twice !== undefined) problems.push(`${twice.id} is listed twice.`);
  if (list.length > MAX_WATCHED) problems.push(`A list has at most ${MAX_WATCHED} coins.`);
  if (read.length === 0) problems.push("There is no coin in it.");
  const more = problems.length - MAX_NAMED;
  return {
    list,
    problems: more > 0 ? [...problems.slice(0, MAX_NAMED), `There are ${more} more problems.`] : problems,
  };
}

function refused(problem: string): ReadList {
  return { list: [], problems: [problem] };
}

/**
 * @param isPlain whether a comma is the separator: then a point is decimal, and `12.345` is no twelve thousand
 * @returns the coin of a line, or a sentence about what is wrong with it
 */
function readRow(
  [written = "", amount = "", cost = "", code = ""]: readonly string[],
  line: number,
  isPlain: boolean,
  isUnknown: (id: string) => boolean,
) {
  // The sign that keeps spreadsheets from reading an id as a formula.
  const id = written.replace(/^'(?=[=+\-@])/, "");
  if (!isListable(id)) return `Line ${line}: “${shortened(written)}” is not the id of a coin.`;
  if (isUnknown(id)) return `Line ${line}: no coin has the id “${shortened(written)}”.`;
  const plain = isPlain ? heldCoin(id, amount, cost, code.toLowerCase()) : { id, amount: null };
  if (plain.amount !== null && (cost === "" || plain.cost)) return plain;
  const parsed =
    plain.amount === null
      ? readNumber(parseLine(amount, MAX_AMOUNT_LENGTH + 1), null)
      : { value: plain.amount, other: null };
  const paid = readNumber(parseLine(`${cost} ${code}`, MAX_AMOUNT_LENGTH + 1), "usd");
  // A letter alone may be that of an exponent, and nothing is the same in all of them.
  const isInCurrency = paid.value === "0" || code !== "" || /\p{Sc}|\p{L}{2}/u.test(cost);
  if (parsed.value === null && amount !== "")
    return `Line ${line}: “${shortened(amount)}” ${parsed.other === null ? "is not an amount such as 0.5" : `could also mean ${parsed.other}`}.`;
  if (cost !== "" && (amount === "" || paid.value === null || !isInCurrency))
    return `Line ${line}: “${shortened(`${cost} ${code}`)}” is not a cost such as 25000 with usd in the next column${amount === "" ? ", and it needs an amount" : ""}.`;
  return heldCoin(id, parsed.value ?? "", paid.value ?? "", paid.currency ?? "");
}

function shortened(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
