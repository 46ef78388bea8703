import { coinHref } from "../addresses/page-addresses";
import { formatPrice, zerosWrittenOut } from "../format/money";
import { formatPercent } from "../format/number";
import { isolated } from "../format/text";
import { formatDate } from "../format/time";
import type { NamedCoin } from "../market/coin";
import type { Currency } from "../market/currency";
import { TIME } from "../time";
import { changeOf, type Day, TOLD_DAYS } from "./days";

/** What a feed tells, always in the same words: nothing in it depends on when it is read. */
export interface FeedEntry {
  /** What identifies it, for ever. */
  readonly key: readonly (string | number)[];
  /** Milliseconds since the epoch: that of its day, not of when it was noticed. */
  readonly time: number;
  readonly title: string;
  readonly text: string;
  /** Path of the page about it. */
  readonly href: string;
}

/** Tells the closes of the last thirty days that have ended, the newest first. */
export function closeEntries(
  coin: NamedCoin,
  currency: Currency,
  days: readonly Day[],
  today: number,
): readonly FeedEntry[] {
  const name = isolated(coin.name);
  const priced = (price: number) => zerosWrittenOut(formatPrice(price, currency));
  return days
    .flatMap(({ day, figures }) => {
      if (figures === null || day < today - TOLD_DAYS) return [];
      const [close, low, high] = figures;
      const before = days.find((other) => other.day === day - 1)?.figures?.[0] ?? 0;
      const change = before > 0 ? formatPercent(changeOf(close, before)) : null;
      const date = formatDate(day * TIME.DAY, "utc");
      const since = change === null ? "." : `, ${change} since the day before.`;
      const range =
        low === null || high === null ? "" : ` Low ${priced(low)}, high ${priced(high)}, of hourly prices.`;
      return [
        {
          key: ["close", coin.id, currency, day],
          time: (day + 1) * TIME.DAY,
          title: `${name} closed at ${priced(close)} on ${date}${change === null ? "" : ` (${change})`}`,
          text: `The price at the end of ${date} (UTC) was ${priced(close)}${since}${range}`,
          href: coinHref(coin.id, currency, "30d"),
        },
      ];
    })
    .reverse();
}
