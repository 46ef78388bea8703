import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { pastHref } from "~/domain/addresses/page-addresses";
import { isolated } from "~/domain/format/text";
import type { Currency } from "~/domain/market/currency";
import type { PastQuery } from "~/domain/past/past-query";
import type { ShownPast } from "~/domain/past/shown-past";
import { PriceChange, writtenOut } from "../market/figures";
import { useSiteData } from "../site/site-data";

type Shown = NonNullable<ShownPast["shown"]>;

interface TableProps {
  readonly coinId: string;
  readonly currency: Currency;
  readonly query: PastQuery;
  readonly shown: Shown;
}

/** What has come of it, in figures and in a sentence to quote; and what the first day was like. */
export function Outcome({ shown }: Pick<TableProps, "shown">) {
  const { worth, paid, gain, times, coins, average, onTheDay, sentence, notes } = shown;
  return (
    <>
      <dl className="past-figures">
        <div>
          <dt>Worth now</dt>
          <dd className="title" translate="no">
            {writtenOut(worth)}
          </dd>
        </div>
        <div>
          <dt>Paid in</dt>
          <dd className="title has-text-weight-normal" translate="no">
            {writtenOut(paid)}
          </dd>
          <dd>{`${times === 1 ? "Once" : `${times} times`}, ${coins}`}</dd>
        </div>
        <div>
          <dt>Gain</dt>
          <dd className="title">
            <PriceChange percent={gain.percent} />
          </dd>
          <dd>{`${gain.text}, average price ${average}`}</dd>
        </div>
      </dl>
      <p className="past-sentence my-3">{sentence}</p>
      <section className="box past-day" aria-labelledby="past-day">
        <h2 id="past-day">{onTheDay.title}</h2>
        {onTheDay.isLater ? (
          <p className="is-quiet">The first day with a known price from the date on.</p>
        ) : null}
        <dl className="past-figures">
          {onTheDay.figures.map(({ term, value }) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd translate="no">{writtenOut(value)}</dd>
            </div>
          ))}
          <div>
            <dt>Change since</dt>
            <dd>
              <PriceChange percent={onTheDay.change} />
            </dd>
          </div>
        </dl>
      </section>
      {notes.map((note) => (
        <p key={note} className="is-quiet">
          {note}
        </p>
      ))}
    </>
  );
}

/** A row for the end of each year, which leads to its purchases. */
export function Years({ coinId, currency, query, shown }: TableProps) {
  return (
    <section className="box" aria-labelledby="years">
      <h2 id="years">Year by year</h2>
      <PastTable caption="What had been paid in at the end of each year, and was worth" titles={YEAR_TITLES}>
        {shown.years.map(({ year, isNow, paid, price, worth }) => (
          <tr key={year}>
            <th scope="row">
              <Link
                to={`${pastHref(coinId, currency, { ...query, year })}#purchases`}
                aria-current={year === shown.year ? "true" : undefined}
              >
                {isNow ? "Today" : year}
              </Link>
            </th>
            <td>{writtenOut(paid)}</td>
            <td>{writtenOut(price)}</td>
            <td>
              <strong>{writtenOut(worth)}</strong>
            </td>
          </tr>
        ))}
      </PastTable>
      <p className="is-quiet mt-3">
        Bought at the close of each day (UTC), without fees or taxes. Figures are computed with all digits of
        the prices, and rounded once, where they are shown. The past says nothing about what comes.
      </p>
    </section>
  );
}

const YEAR_TITLES = ["Year’s end", "Paid in", "Price", "Worth"];

export function Purchases({
  coinId,
  symbol,
  currency,
  query,
  shown,
}: TableProps & { readonly symbol: string }) {
  const { hasOpenData = false } = useSiteData() ?? {};
  return (
    <section className="box" id="purchases" aria-labelledby="purchases-title">
      <h2 id="purchases-title">{`Purchases of ${shown.year}`}</h2>
      {shown.purchases.length === 0 ? (
        <p>There are none.</p>
      ) : (
        <PastTable
          caption="Prices at the close of the day, amounts of coins, and what those are worth now"
          titles={["Day", "Price", `Bought, ${isolated(symbol.toUpperCase())}`, "Worth now"]}
        >
          {shown.purchases.map(({ day, at, price, coins, worth }) => (
            <tr key={day}>
              <th scope="row">
                <span>{day}</span>
                {at === null ? null : <small>{`, at the close of ${at}`}</small>}
              </th>
              <td>{writtenOut(price)}</td>
              <td>{coins}</td>
              <td>{writtenOut(worth)}</td>
            </tr>
          ))}
        </PastTable>
      )}
      {hasOpenData ? (
        <a className="button mt-3" href={pastHref(coinId, currency, { ...query, year: null }, "past.csv")}>
          All purchases as CSV
        </a>
      ) : null}
    </section>
  );
}

interface PastTableProps {
  readonly caption: string;
  readonly titles: readonly string[];
  readonly children: ReactNode;
}

function PastTable({ caption, titles, children }: PastTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards scroll it
    <section className="markets" aria-label={caption} tabIndex={0}>
      <table className="table is-fullwidth has-text-right">
        <caption className="is-sr-only">{caption}</caption>
        <thead>
          <tr>
            {titles.map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody translate="no">{children}</tbody>
      </table>
    </section>
  );
}
