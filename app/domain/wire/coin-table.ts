import { weekLinePath } from "../chart/week-line";
import { formatAmount, formatCompactAmount, formatPrice } from "../format/money";
import { formatPercent, NOT_AVAILABLE } from "../format/number";
import type { CoinRow } from "../market/coin";
import type { Currency } from "../market/currency";
import { packRows } from "./listed-rows";

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

/** Packs the rows of the table into one text. */
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
  return packRows(listed);
}

function listedAmount(amount: number | null, currency: Currency): ListedAmount {
  const full = formatAmount(amount, currency);
  return { full, short: formatCompactAmount(amount, currency) ?? full };
}
