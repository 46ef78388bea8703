import Big from "big.js";
import { formatGivenCoins } from "../convert/conversion";
import { formatPrice } from "../format/money";
import { type Direction, directionOf, NOT_AVAILABLE, SIGNS, unsignedPercent } from "../format/number";
import { joinWords } from "../format/text";
import type { Currency } from "../market/currency";

/** A coin that the visitor holds. */
export interface HeldCoin {
  readonly id: string;
  readonly name: string;
  /** Plain digits, above zero. */
  readonly amount: string;
  /** In the currency of the page; null if unknown. */
  readonly price: number | null;
  /** Within 24 hours, in per cent; null if unknown. */
  readonly change24h: number | null;
}

/** A holding, formatted. */
export interface Holding {
  readonly id: string;
  readonly amount: string;
  /** `NA` if the price is unknown. */
  readonly value: string;
  /** Share of the total; `NA` if the value is unknown, or the total is zero. */
  readonly share: string;
  /** Null if the price or its change is unknown. */
  readonly change: MoneyChange | null;
}

/** A change of a value: `+$12.30`. */
export interface MoneyChange {
  readonly text: string;
  readonly direction: Direction;
}

/** All holdings, formatted. */
export interface Portfolio {
  /** In the order of the list. */
  readonly holdings: readonly Holding[];
  /** Total value of the coins with a known price; `NA` if there are none. */
  readonly total: string;
  /** `Total`, and the coins it leaves out: `Total without Dust`. */
  readonly totalLabel: string;
  /** Null if no coin's change is known. A total of zero has no change in per cent. */
  readonly change: (MoneyChange & { readonly percent: number | null }) | null;
  /** `in 24 hours`, and the coins that the change leaves out. */
  readonly changeLabel: string;
}

/**
 * Values the holdings in exact decimals. The change of the day is the current value minus the value of the same amounts 24
 * hours ago; a price that changed by c per cent was price ÷ (1 + c/100) then. Percentages refer to that value.
 */
export function valuePortfolio(coins: readonly HeldCoin[], currency: Currency): Portfolio {
  const valued = coins.map((coin) => {
    const value = coin.price === null ? null : new Big(coin.price).times(coin.amount);
    return { ...coin, value, gain: value && gainOf(value, coin.change24h) };
  });
  const priced = valued.flatMap(({ value }) => value ?? []);
  const total = sum(priced);
  const dated = valued.flatMap(({ value, gain }) =>
    value === null || gain === null ? [] : [{ value, gain }],
  );
  const gain = sum(dated.map((coin) => coin.gain));
  const before = sum(dated.map((coin) => coin.value)).minus(gain);
  return {
    holdings: valued.map(({ id, amount, value, gain }) => ({
      id,
      amount: formatGivenCoins(new Big(amount), currency),
      value: value === null ? NOT_AVAILABLE : formatValue(value, currency),
      share:
        value === null || total.eq(0) ? NOT_AVAILABLE : formatShare(value.div(total).times(100).toNumber()),
      change: gain && formatGain(gain, currency),
    })),
    total: priced.length === 0 ? NOT_AVAILABLE : formatValue(total, currency),
    totalLabel: labelWithout(
      "Total",
      valued.filter(({ value }) => value === null),
    ),
    change:
      dated.length === 0
        ? null
        : {
            ...formatGain(gain, currency),
            percent: before.eq(0) ? null : gain.div(before).times(100).toNumber(),
          },
    changeLabel: labelWithout(
      "in 24 hours",
      valued.filter((coin) => coin.value !== null && coin.gain === null),
    ),
  };
}

/** Returns the growth of a value; null if unknown. A price that fell by 100 per cent leaves nothing to compute it from. */
function gainOf(value: Big, percent: number | null): Big | null {
  if (percent === null || percent <= -100) return null;
  const change = new Big(percent);
  return value.times(change).div(change.plus(100));
}

/** Names that a label lists before it counts the rest. */
const MAX_NAMES = 3;

function labelWithout(label: string, coins: readonly HeldCoin[]): string {
  if (coins.length === 0) return label;
  const names = coins.slice(0, MAX_NAMES).map(({ name }) => name);
  const more = coins.length - names.length;
  return `${label} without ${joinWords(more === 0 ? names : [...names, `${more} more`], "and")}`;
}

function sum(values: readonly Big[]): Big {
  return values.reduce((all, each) => all.plus(each), new Big(0));
}

/** Formats money with two decimals; less than a hundredth with two significant digits. */
function formatValue(value: Big, currency: Currency): string {
  const rounded = value.eq(0) || value.gte(0.01) ? value.round(2) : value.prec(2);
  return formatPrice(rounded.toNumber(), currency);
}

function formatGain(gain: Big, currency: Currency): MoneyChange {
  const rounded = gain.round(2);
  const direction = rounded.eq(0) ? "unchanged" : rounded.gt(0) ? "up" : "down";
  return { text: SIGNS[direction] + formatPrice(rounded.abs().toNumber(), currency), direction };
}

/** Formats a share with two decimals; one that would round to zero says that it is not zero. */
function formatShare(percent: number): string {
  return percent > 0 && directionOf(percent) === "unchanged" ? "< 0.01\u00a0%" : unsignedPercent(percent);
}
