import * as v from "valibot";
import { MarketDataFailure } from "../failure.server";

/** The most rows that the service gives at a time; it is asked for 100. */
export const MAX_ROWS = 250;

/**
 * Reads a list leniently: rows that do not fit the schema, rows with an id that came before, and those beyond the 250th
 * are dropped and counted in the log; a body that is no list is a failure.
 * @throws {MarketDataFailure} `bad-response`
 */
export function readRows<Row extends { readonly id: string }>(
  body: unknown,
  schema: v.GenericSchema<unknown, Row>,
  path: string,
): Row[] {
  if (!Array.isArray(body)) throw new MarketDataFailure("bad-response", `${path}: the body is not a list`);
  const rows = new Map<string, Row>();
  for (const row of body.slice(0, MAX_ROWS)) {
    const result = v.safeParse(schema, row);
    if (result.success && !rows.has(result.output.id)) rows.set(result.output.id, result.output);
  }
  const dropped = body.length - rows.size;
  if (dropped > 0) console.warn(`market data: ${path}: dropped ${dropped} of ${body.length} rows`);
  return [...rows.values()];
}
