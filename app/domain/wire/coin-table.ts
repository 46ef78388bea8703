import { weekLinePath } from "../chart/week-line";
import { formatAmount, formatCompactAmount, formatPrice } from "../format/money";
import { formatPercent, NOT_AVAILABLE } from "../format/number";
import type { CoinRow } from "../market/coin";
import type { Currency } from "../market/currency";

/** A coin as its row of the table shows it: figures as text. */
export interface ListedRow {
  readonly id: string;
  readonly symbol: string;
  readonly name: string;
  readonly image: string | null;
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

/** Marks of a packed table, and what is left of one in a document, whose HTML has the same rows. */
const START = "rows:";
const END = ":rows";
export const ROWS_IN_DOCUMENT = START;

/** The packed table in a document's script. Quotes within a text are escaped once more than those around it, which tells them apart. */
const ROWS_IN_SCRIPT = new RegExp(`,\\\\"${START}.*?${END}\\\\"`, "g");

/** Packs the rows of the table into one text, so that a document can leave it out; empty for none. */
export function packCoinTable(rows: readonly CoinRow[], currency: Currency): string {
  const listed = rows.map(
    (row): ListedRow => ({
      id: row.id,
      symbol: row.symbol,
      name: row.name,
      image: row.image,
      rank: row.rank === null ? NOT_AVAILABLE : String(row.rank),
      price: formatPrice(row.price, currency),
      changes: [row.change1h, row.change24h, row.change7d].map(formatPercent),
      marketCap: listedAmount(row.marketCap, currency),
      volume: listedAmount(row.volume, currency),
      line: weekLinePath(row.week),
    }),
  );
  return listed.length === 0 ? "" : `${START}${JSON.stringify(listed)}${END}`;
}

/** Unpacks the rows that `packCoinTable` was given. */
export function unpackCoinTable(text: string): readonly ListedRow[] {
  return text === "" ? [] : JSON.parse(text.slice(START.length, -END.length));
}

/**
 * Takes the packed rows of a table out of a document's script. Sent twice, as HTML and for hydration, a hundred rows with
 * pictures would take 17 kB in brotli; hydration reads them from the HTML (`rowsOfDocument`), which takes 13.
 */
export function withRowsOnce(html: string): string {
  return html.replace(ROWS_IN_SCRIPT, `,\\"${ROWS_IN_DOCUMENT}\\"`);
}

function listedAmount(amount: number | null, currency: Currency): ListedAmount {
  const full = formatAmount(amount, currency);
  return { full, short: formatCompactAmount(amount, currency) ?? full };
}
