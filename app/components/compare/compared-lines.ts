import type { ChangeInWords, ComparedCoin } from "~/domain/compare/compared-coins";
import type { ChangeLines } from "~/domain/wire/changes";

/** A coin that has a line. */
export interface ComparedLine {
  readonly id: string;
  readonly name: string;
  readonly shows: ChangeInWords;
  /** In per cent, one for each common moment. */
  readonly values: readonly (number | null)[];
  /** Place among the coins, from 1, which gives the colour. */
  readonly place: number;
}

/** Dashes of the lines by place, as Highcharts names them; the style sheet has the same ones. */
export const DASHES = ["Solid", "Dash", "ShortDot", "DashDot", "LongDash"] as const;

/** Lists the lines of coins; a coin without one leaves its colour unused. */
export function comparedLines(
  coins: readonly ComparedCoin[],
  { lines }: ChangeLines,
): readonly ComparedLine[] {
  let drawn = 0;
  return coins.flatMap(({ id, name, shows }, index) => {
    if (typeof shows !== "object") return [];
    const values = lines[drawn] ?? [];
    drawn += 1;
    return [{ id, name, shows, values, place: index + 1 }];
  });
}
