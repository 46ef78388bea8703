import { formatShortAmount } from "../format/money";
import { decimal } from "../format/number";
import { isTraded, type KnownCoin } from "./coin";
import { biggestMovers } from "./coin-selection";
import type { Currency } from "./currency";
import type { MarketGlance } from "./glance";

/** A part of what is said of the day: words, a figure, a coin's name, or a change in per cent. */
export type DayPart =
  | { readonly kind: "words" | "figure" | "name"; readonly text: string }
  | { readonly kind: "change"; readonly percent: number };

type DayCoin = Pick<KnownCoin, "name" | "change24h" | "fetchedAt" | "pricedAt">;

/** Of the largest coins, those of which the best and the worst are named: ten, in the words below. */
const NAMED_OF = 10;

/**
 * Describes the day of the market in sentences, without what is unknown: what all coins are worth, how much of it two of them are,
 * how many of the largest have risen, and how many there are.
 * @param largest the largest coins, in their order
 */
export function describeDay(
  glance: MarketGlance | null,
  largest: readonly DayCoin[],
  currency: Currency,
): readonly DayPart[] {
  const sentences = [
    ...(glance === null ? [] : [worthOf(glance, currency), sharesOf(glance, currency)]),
    risenOf(largest),
    glance?.coinCount ? say`${figure(decimal(glance.coinCount, currency, 0, 0))} coins are listed.` : [],
  ];
  return sentences.flatMap((parts) => (parts.length === 0 ? [] : [...parts, words(" ")]));
}

function worthOf({ totals, change24h }: MarketGlance, currency: Currency): readonly DayPart[] {
  const { marketCap, volume } = totals[currency];
  const amount = (value: number) => figure(formatShortAmount(value, currency));
  if (marketCap === null) return volume === null ? [] : say`${amount(volume)} was traded in 24 hours.`;
  // The service gives the change in dollars only.
  const period = `in 24 hours${currency === "usd" ? "" : " (measured in USD)"}`;
  return [
    ...say`All coins together are worth ${amount(marketCap)}`,
    ...(change24h === null ? [] : say`, ${change(change24h)} ${words(period)}`),
    ...(volume === null
      ? []
      : say`; ${amount(volume)} was traded${words(change24h === null ? " in 24 hours" : "")}`),
    words("."),
  ];
}

function sharesOf({ bitcoinShare, ethereumShare }: MarketGlance, currency: Currency): readonly DayPart[] {
  const share = (value: number) => figure(`${decimal(value, currency, 1, 1)}\u00a0%`);
  if (bitcoinShare === null)
    return ethereumShare === null ? [] : say`Ethereum’s share is ${share(ethereumShare)}.`;
  const other = ethereumShare === null ? [] : say`, Ethereum’s ${share(ethereumShare)}`;
  return [...say`Bitcoin’s share is ${share(bitcoinShare)}`, ...other, words(".")];
}

function risenOf(largest: readonly DayCoin[]): readonly DayPart[] {
  const moved = largest.slice(0, NAMED_OF).flatMap((coin) => {
    const { name, change24h: percent } = coin;
    return percent === null || !isTraded(coin) ? [] : [{ name, percent }];
  });
  const [best, worst] = [moved.sort((one, other) => other.percent - one.percent)[0], moved.at(-1)];
  if (largest.length <= NAMED_OF || !best || !worst) return [];
  const risen = figure(String(biggestMovers(largest, "gainers", "change24h").length));
  return [
    ...say`${risen} of the ${words(`${largest.length} largest`)} rose; of the ten largest `,
    ...say`${name(best.name)} did best, ${change(best.percent)}, and ${name(worst.name)} worst, ${change(worst.percent)}.`,
  ];
}

const words = (text: string): DayPart => ({ kind: "words", text });
const figure = (text: string): DayPart => ({ kind: "figure", text });
const name = (text: string): DayPart => ({ kind: "name", text });
const change = (percent: number): DayPart => ({ kind: "change", percent });

/** Writes parts within words. */
function say(texts: TemplateStringsArray, ...parts: readonly DayPart[]): readonly DayPart[] {
  return texts.flatMap((text, place) => [
    ...(text === "" ? [] : [words(text)]),
    ...(parts[place] ? [parts[place]] : []),
  ]);
}
