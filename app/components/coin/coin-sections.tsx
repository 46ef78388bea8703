import { Link } from "@remix-run/react";
import type { TextPart } from "~/domain/market/coin-details";
import type { ShownDetails } from "~/domain/market/shown-coin";
import { LocalTime } from "../market/figure-text";
import { PriceChange } from "../market/price-change";
import { Figures } from "./coin-figures";
import { MarketsTable } from "./markets-table";

interface CoinSectionsProps {
  readonly name: string;
  readonly details: ShownDetails;
  readonly marketsHref: string;
}

/** The sections below a coin's chart, from its own answer: changes over longer spans, supplies, its project, and its markets. */
export function CoinSections({ name, details, marketsHref }: CoinSectionsProps) {
  const { changes, figures, asOf, circulatingPercent, description, facts, markets, marketCount } = details;
  return (
    <>
      {asOf && (
        <p className="as-of">
          Details as of <LocalTime time={asOf} />
        </p>
      )}
      <section className="box coin-section">
        <h2>Price changes</h2>
        <dl className="change-row">
          {changes.map(([span, percent]) => (
            <div key={span}>
              <dt>{span}</dt>
              <dd>
                <PriceChange percent={percent} />
              </dd>
            </div>
          ))}
        </dl>
      </section>
      <section className="box coin-section">
        <h2>Supply and valuation</h2>
        <Figures figures={figures} />
        {circulatingPercent === null ? null : (
          <svg className="day-range-bar" aria-hidden="true" width="100%" height="8">
            <rect className="day-range-track" width="100%" height="8" rx="4" />
            <rect className="supply-fill" width={`${circulatingPercent}%`} height="8" rx="4" />
          </svg>
        )}
      </section>
      {description.length + facts.length === 0 ? null : (
        <section className="box coin-section">
          <h2>About {name}</h2>
          <div className="coin-about">
            <div>
              {description.map((parts, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have no identity but their place
                <p key={index}>
                  <Linked parts={parts} />
                </p>
              ))}
            </div>
            <dl className="coin-facts">
              {facts.map(({ term, parts }) => (
                <div key={term}>
                  <dt>{term}</dt>
                  <dd>
                    <Linked parts={parts} />
                  </dd>
                </div>
              ))}
            </dl>
          </div>
        </section>
      )}
      {markets.length === 0 ? null : (
        <section className="box coin-section">
          <h2>Markets</h2>
          <MarketsTable caption={`Where ${name} is traded, the largest volume first`} markets={markets} />
          {marketCount > markets.length ? (
            <Link className="button" to={marketsHref}>
              All {marketCount} markets
            </Link>
          ) : null}
        </section>
      )}
    </>
  );
}

/** Text with links: to pages of this site, and to addresses written by strangers. */
function Linked({ parts }: { readonly parts: readonly TextPart[] }) {
  return parts.map(({ text, href = "" }, index) => {
    // An address can come twice.
    const key = `${index} ${href}`;
    if (href === "") return text;
    return href.startsWith("/") ? (
      <Link key={key} to={href}>
        {text}
      </Link>
    ) : (
      <a key={key} href={href} rel="nofollow noopener ugc">
        {text}
      </a>
    );
  });
}
