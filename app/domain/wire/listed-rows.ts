/** Marks of packed rows, and what is left of them in a document, whose HTML has the same rows. */
const START = "rows:";
const END = ":rows";
export const ROWS_IN_DOCUMENT = START;

/** Packed rows in a document's script. Quotes within a text are escaped once more than those around it, which tells them apart. */
const ROWS_IN_SCRIPT = new RegExp(`,\\\\"${START}.*?${END}\\\\"`, "g");

/** Packs the rows of a list into one text, so that a document can leave it out; empty for none. */
export function packRows(rows: readonly object[]): string {
  return rows.length === 0 ? "" : `${START}${JSON.stringify(rows)}${END}`;
}

/** Unpacks the rows that `packRows` was given. */
export function unpackRows<Row>(text: string): readonly Row[] {
  return text === "" ? [] : JSON.parse(text.slice(START.length, -END.length));
}

/**
 * Takes packed rows out of a document's script. Sent twice, as HTML and for hydration, a hundred rows of the table with
 * pictures would take 17 kB in brotli, and once they take 14; a hundred cards 8 and 7. Hydration reads them from the HTML
 * (components/coins/document-rows.ts).
 */
export function withRowsOnce(html: string): string {
  return html.replace(ROWS_IN_SCRIPT, `,\\"${ROWS_IN_DOCUMENT}\\"`);
}
