import { wordOf } from "../search/query";
import type { FoundCoin } from "./coin";

export const MAP_PERIODS = ["1h", "24h", "7d"] as const;

export type MapPeriod = (typeof MAP_PERIODS)[number];

export function parseMapPeriod(query: URLSearchParams): MapPeriod {
  return MAP_PERIODS.find((each) => each === wordOf(query, "period")) ?? "24h";
}

export interface MapField extends Pick<FoundCoin, "id" | "symbol" | "name"> {
  readonly marketCap: number;
  readonly change: number | null;
  /** Left, top, width and height, in per cent of the map. */
  readonly box: readonly [x: number, y: number, width: number, height: number];
}

/** Changes in per cent from which a field has the next colour: longer periods bring larger changes. */
const STEPS: Readonly<Record<MapPeriod, readonly [number, number, number]>> = {
  "1h": [0.1, 0.5, 1.5],
  "24h": [0.5, 2, 5],
  "7d": [1, 5, 12],
};

/** A colour of the map: from `fall-3` to `rise-3`, in which `flat` is also what is unknown. */
export type MapColour = "flat" | `${"fall" | "rise"}-${1 | 2 | 3}`;

export function mapColour(change: number | null, period: MapPeriod): MapColour {
  const size = Math.abs(change ?? 0);
  const [first, second, third] = STEPS[period];
  if (size < first) return "flat";
  const step = size < second ? 1 : size < third ? 2 : 3;
  return `${(change ?? 0) < 0 ? "fall" : "rise"}-${step}`;
}

/** Returns the colours with the changes that they stand for, the deepest fall first. */
export function mapLegend(period: MapPeriod): readonly (readonly [MapColour, string])[] {
  const [first, second, third] = STEPS[period];
  return [
    ["fall-3", `−${third} % or less`],
    ["fall-2", `−${second} %`],
    ["fall-1", `−${first} %`],
    ["flat", "0 %"],
    ["rise-1", `+${first} %`],
    ["rise-2", `+${second} %`],
    ["rise-3", `+${third} % or more`],
  ];
}
