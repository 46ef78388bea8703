import { weekLinePath } from "../chart/week-line";
import { formatAmount, formatCompactAmount, formatPrice } from "../format/money";
import { formatPercent } from "../format/number";
import type { CoinRow } from "../market/coin";
import type { Currency } from "../market/currency";

/** A coin as its row of the table shows it: figures as text. */
export interface ListedRow {
  readonly id: string;
  readonly symbol: string;
  readonly name: string;
  readonly image: string | null;
  /** Empty where there is none. */
  readonly rank: string;
  readonly price: string;
  /** Changes in 1 hour, 24 hours and 7 days. */
  readonly changes: readonly string[];
  readonly marketCap: ListedAmount;
  readonly volume: ListedAmount;
  /** Data of an SVG path; empty where no line can be drawn. */
  readonly line: string;
}

/** An amount in full, and in short, which is the same where no unit makes it shorter. */
interface ListedAmount {
  readonly full: string;
  readonly short: string;
}

/** Stands for the rank after that of the row before. */
const NEXT = "+";

/**
 * Packs the rows of the table into one text, as `packCoins` does for cards and for the same reasons: a line for each coin, its
 * fields between tabs, as they stand in the HTML. What follows from another field is left out.
 */
export function packCoinTable(rows: readonly CoinRow[], currency: Currency): string {
  const lines = rows.map((row, index) =>
    [
      row.rank !== null && row.rank === (rows[index - 1]?.rank ?? 0) + 1 ? NEXT : (row.rank ?? ""),
      row.id,
      row.image ?? "",
      row.name,
      row.symbol,
      formatPrice(row.price, currency),
      formatPercent(row.change1h),
      formatPercent(row.change24h),
      formatPercent(row.change7d),
      formatAmount(row.marketCap, currency),
      formatAmount(row.volume, currency),
      weekLinePath(row.week),
    ].join("\t"),
  );
  return swapSeparators(lines.join("\n"));
}

/** Unpacks the rows that `packCoinTable` was given. */
export function unpackCoinTable(text: string, currency: Currency): ListedRow[] {
  if (text === "") return [];
  let before = 0;
  return swapSeparators(text)
    .split("\n")
    .map((line) => {
      const fields = line.split("\t");
      const [sent = "", id = "", image = "", name = "", symbol = "", price = ""] = fields;
      const rank = sent === NEXT ? String(before + 1) : sent;
      before = Number(rank);
      return {
        id,
        symbol,
        name,
        image: image || null,
        rank,
        price,
        changes: fields.slice(6, 9),
        marketCap: listedAmount(fields[9] ?? "", currency),
        volume: listedAmount(fields[10] ?? "", currency),
        line: fields[11] ?? "",
      };
    });
}

/** Makes the short form of the full one, in which nothing but digits counts, since it has no decimals where it is long. */
function listedAmount(full: string, currency: Currency): ListedAmount {
  const amount = /[.\u00d7]/.test(full) ? null : Number(full.replace(/\D/g, "") || Number.NaN);
  return { full, short: formatCompactAmount(amount, currency) ?? full };
}

const SWAPPED: Readonly<Record<string, string>> = { "\t": "|", "|": "\t", "\n": "~", "~": "\n" };

/** Exchanges the separators for characters that take one byte in a script, and back; 0.3 kB less for a page. */
function swapSeparators(text: string): string {
  return text.replace(/[\t\n|~]/g, (separator) => SWAPPED[separator] ?? "");
}
