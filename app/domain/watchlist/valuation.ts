import Big from "big.js";
import { formatGivenCoins } from "../format/amount";
import { currencySymbol, formatBriefAmount, formatCompactAmount, formatPrice } from "../format/money";
import { type Direction, directionOf, NOT_AVAILABLE, SIGNS, unsignedPercent } from "../format/number";
import { isolated, joinWords } from "../format/text";
import type { ListedCoin } from "../market/coin";
import { CURRENCY_DETAILS, type Currency } from "../market/currency";
import type { SinceVisit } from "./since-visit";
import type { Cost } from "./watchlist";

export interface HeldCoin {
  readonly id: string;
  readonly name: string;
  readonly amount: string;
  readonly price: number | null;
  /** When its price is from, in words, if that is clearly older than the others. */
  readonly priceFrom?: string | undefined;
  readonly change24h: number | null;
  /** What one coin has cost; absent if not entered. */
  readonly cost?: Cost | undefined;
}

export type Portfolio = ReturnType<typeof valuePortfolio>;

export type Holding = Portfolio["holdings"][number];

/** A change of a value: `+$12.30`. */
export interface MoneyChange {
  readonly text: string;
  /** For a cell in which the text is too long. */
  readonly short?: string | undefined;
  readonly direction: Direction;
  readonly percent: number | null;
}

/** The first coins of a list, and what all of it is worth; null without amounts. */
export interface WatchlistStart {
  readonly coins: readonly ListedCoin[];
  readonly total: string | null;
  readonly totalLabel: string;
  readonly change: MoneyChange | null;
  readonly since: SinceVisit | null;
}

/**
 * Values the holdings in exact decimals. The change of the day is the current value minus the value of the same amounts 24
 * hours ago; a price that changed by c per cent was price ÷ (1 + c/100) then. Percentages refer to that value. A gain is the
 * current value minus the cost. A cost in another currency is converted by today's rate: so the gain in per cent is that in the
 * currency of the cost, whatever the currencies have done since. What was a gift has gained its value, and no per cent.
 * @param rateOf returns what a unit of another currency is worth in this one; null if unknown
 */
export function valuePortfolio(
  coins: readonly HeldCoin[],
  currency: Currency,
  rateOf: (other: Currency) => number | null = () => null,
) {
  const valued = coins.map((coin) => {
    const value = coin.price === null ? null : new Big(coin.price).times(coin.amount);
    const { cost } = coin;
    const rate = cost && (cost.currency === currency || isGift(cost) ? 1 : rateOf(cost.currency));
    const paid = cost && rate && value ? new Big(cost.price).times(rate).times(coin.amount) : null;
    return { ...coin, value, gain: value && gainOf(value, coin.change24h), paid };
  });
  const priced = valued.flatMap(({ value }) => value ?? []);
  const total = sum(priced);
  const dated = valued.flatMap(({ value, gain }) =>
    value === null || gain === null ? [] : [{ value, gain }],
  );
  const gain = sum(dated.map((coin) => coin.gain));
  const before = sum(dated.map((coin) => coin.value)).minus(gain);
  const bought = valued.flatMap(({ value, paid }) =>
    value === null || paid === null ? [] : [{ value, paid }],
  );
  const paid = sum(bought.map((coin) => coin.paid));
  const isConverted = valued.some(({ paid, cost }) => paid?.gt(0) && cost?.currency !== currency);
  const shareOf = (value: Big | null) =>
    value === null || total.eq(0) ? 0 : value.div(total).times(100).toNumber();
  return {
    // In the order of the list.
    holdings: valued.map((coin) => ({
      id: coin.id,
      amount: formatGivenCoins(new Big(coin.amount), currency),
      value: coin.value === null ? NOT_AVAILABLE : formatValue(coin.value, currency),
      shortValue: coin.value === null ? undefined : shortened(coin.value, currency, MAX_VALUE_LENGTH),
      // What one has cost, and all of them, in the currency of that; null if not entered.
      paid: coin.cost ? formatPaid(coin.cost, coin.amount) : null,
      // Each null if the price, its change or the cost is unknown.
      change: coin.value && coin.gain && formatGain(coin.gain, coin.value.minus(coin.gain), currency),
      gain: coin.value && coin.paid && formatGain(coin.value.minus(coin.paid), coin.paid, currency),
    })),
    // Of the coins with a known price; its label names the coins it leaves out, and those with old prices: `Total without Dust`.
    total: priced.length === 0 ? NOT_AVAILABLE : formatValue(total, currency),
    totalLabel: [
      labelWithout(
        "Total",
        valued.filter(({ value }) => value === null),
      ),
      ...namesOf(valued, ({ name, priceFrom }) => (priceFrom ? `${isolated(name)} from ${priceFrom}` : [])),
    ].join(", with the price of "),
    // Null if no coin's change is known. A total of zero has no change in per cent.
    change: dated.length === 0 ? null : formatGain(gain, before, currency),
    changeLabel: labelWithout(
      "in 24 hours",
      valued.filter((coin) => coin.value !== null && coin.gain === null),
    ),
    // Of the coins whose cost and price are known, and the label names all others; null if there are none.
    gain:
      bought.length === 0
        ? null
        : {
            ...formatGain(sum(bought.map(({ value }) => value)).minus(paid), paid, currency),
            // With a gift in it, there is nothing that a per cent could be of.
            ...(valued.some(({ paid }) => paid?.eq(0)) && { percent: null }),
            label: labelWithout(
              `gain on ${formatValue(paid, currency)} paid${isConverted ? ", at today’s rates" : ""}`,
              valued.filter((coin) => coin.paid === null),
              ", ",
            ),
          },
    // The largest, and the others in one; empty for a single one.
    parts: partsOf(valued.map(({ id, value }) => ({ id, percent: shareOf(value) }))),
  };
}

/** Coins whose shares are shown one by one. */
const MAX_PARTS = 9;

function partsOf(shares: readonly { readonly id: string | null; readonly percent: number }[]) {
  const sorted = shares
    .filter(({ percent }) => percent > 0)
    .sort((one, other) => other.percent - one.percent);
  if (sorted.length < 2) return [];
  const isCut = sorted.length > MAX_PARTS + 1;
  const rest = isCut ? sorted.slice(MAX_PARTS) : [];
  const others = { id: null, percent: rest.reduce((all, { percent }) => all + percent, 0) };
  const parts = isCut ? [...sorted.slice(0, MAX_PARTS), others] : sorted;
  return parts.map((part) => ({ ...part, text: formatShare(part.percent) }));
}

/** Returns the growth of a value; null if unknown. A price that fell by 100 per cent leaves nothing to compute it from. */
function gainOf(value: Big, percent: number | null): Big | null {
  if (percent === null || percent <= -100) return null;
  const change = new Big(percent);
  return value.times(change).div(change.plus(100));
}

/** Names that a label lists before it counts the rest. */
const MAX_NAMES = 3;

/** Adds to a label the names of the coins that it leaves out: `Total without Dust`. */
export function labelWithout(
  label: string,
  coins: readonly Pick<HeldCoin, "name">[],
  separator = " ",
): string {
  return [label, ...namesOf(coins, ({ name }) => isolated(name))].join(`${separator}without `);
}

/** Lists the words about some coins, and counts those beyond the first few; empty without any. */
function namesOf<Coin>(coins: readonly Coin[], wordsOf: (coin: Coin) => string | readonly []) {
  const names = coins.flatMap(wordsOf);
  return names.length === 0 ? [] : [joinFirst(names)];
}

/** Joins the first names, and counts the rest. */
export function joinFirst(names: readonly string[]): string {
  const more = names.length - MAX_NAMES;
  return joinWords(more > 0 ? [...names.slice(0, MAX_NAMES), `${more} more`] : names, "and");
}

function sum(values: readonly Big[]): Big {
  return values.reduce((all, each) => all.plus(each), new Big(0));
}

function isGift({ price }: Cost): boolean {
  return Number(price) === 0;
}

/** Formats money with two decimals, exact up to 10¹⁸; less than a hundredth with two significant digits. */
export function formatValue(value: Big, currency: Currency): string {
  const isSmall = value.lt(0.01) && !value.eq(0);
  if (isSmall || value.gte(1e18)) return formatPrice(value.prec(isSmall ? 2 : 15).toNumber(), currency);
  const [whole = "", decimals = ""] = value.toFixed(2).split(".");
  const grouped = whole.replace(CURRENCY_DETAILS[currency].groupEnds, ",");
  return `${currencySymbol(currency)}${grouped}.${decimals}`;
}

function formatPaid({ price, currency }: Cost, amount: string) {
  const each = new Big(price);
  const all = each.times(amount);
  return {
    each: formatPrice(each.toNumber(), currency),
    shortEach: shortened(each, currency),
    all: formatValue(all, currency),
    shortAll: shortened(all, currency),
  };
}

export function formatGain(gain: Big, before: Big, currency: Currency): MoneyChange {
  const rounded = gain.round(2);
  const direction = rounded.eq(0) ? "unchanged" : rounded.gt(0) ? "up" : "down";
  const percent = before.eq(0) ? null : gain.div(before).times(100).toNumber();
  const short = shortened(rounded.abs(), currency) && formatBriefAmount(rounded.abs().toNumber(), currency);
  const text = SIGNS[direction] + formatValue(rounded.abs(), currency);
  return { text, short: short && SIGNS[direction] + short, direction, percent };
}

/** In characters: what fits a cell of a list's table. The value has a wider one. */
const MAX_CELL_LENGTH = 11;
const MAX_VALUE_LENGTH = 15;

/** Abbreviates money that is too long for a cell: `₹1.11L Cr`; undefined if it is not. */
function shortened(value: Big, currency: Currency, maxLength = MAX_CELL_LENGTH): string | undefined {
  if (formatValue(value, currency).length <= maxLength) return undefined;
  return formatCompactAmount(value.toNumber(), currency, true) ?? undefined;
}

/** Formats a share with two decimals; one that would round to zero says that it is not zero. */
function formatShare(percent: number): string {
  return percent > 0 && directionOf(percent) === "unchanged" ? "< 0.01\u00a0%" : unsignedPercent(percent);
}
