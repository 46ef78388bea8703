import * as v from "valibot";
import { MarketDataFailure } from "./failure.server";

/**
 * Reads a list leniently: rows that do not fit the schema are dropped and counted in the log; a body that is no list
 * is a failure.
 * @throws {MarketDataFailure} `bad-answer`
 */
export function readRows<Schema extends v.GenericSchema>(
  body: unknown,
  schema: Schema,
  path: string,
): v.InferOutput<Schema>[] {
  if (!Array.isArray(body)) throw new MarketDataFailure("bad-answer", `${path}: the body is not a list`);
  const rows = body.flatMap((row: unknown) => {
    const result = v.safeParse(schema, row);
    return result.success ? [result.output] : [];
  });
  const dropped = body.length - rows.length;
  if (dropped > 0) console.warn(`market data: ${path}: dropped ${dropped} of ${body.length} rows`);
  return rows;
}
