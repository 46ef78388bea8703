import { Link } from "@remix-run/react";
import { NOTICE_ID } from "~/domain/addresses/page-addresses";
import { unsignedPercent } from "~/domain/format/number";
import { isolated } from "~/domain/format/text";
import type { Paragraph, TextPart } from "~/domain/market/coin-details";
import { RANGE_DETAILS, RANGES, type Range } from "~/domain/market/range";
import type { ShownDetails } from "~/domain/market/shown-coin";
import { LocalTime, PriceChange } from "../market/figures";
import { MarketsTable } from "../market/markets-table";
import { afterPaint } from "../site/after-paint";
import { Figures } from "./coin-figures";
import { Contracts } from "./contracts";

interface CoinSectionsProps {
  readonly name: string;
  readonly details: ShownDetails;
  readonly marketsHref: string;
}

interface SectionLinksProps extends Partial<Pick<ShownDetails, "description" | "facts" | "contracts">> {
  readonly hasMarkets: boolean;
}

/** Leads to the sections of a coin's page, or of an exchange's. */
export function SectionLinks(props: SectionLinksProps) {
  const { hasMarkets, description = [], facts = [], contracts = [] } = props;
  return (
    <nav className="section-links" aria-label="Sections">
      <a href="#key-figures">Key figures</a> {hasMarkets ? <a href="#markets">Markets</a> : null}{" "}
      {description.length + facts.length + contracts.length === 0 ? null : <a href="#about">About</a>}
    </nav>
  );
}

interface ChangeRowProps extends Pick<ShownDetails, "changes"> {
  readonly range: Range;
  readonly hrefOf: (range: Range) => string;
}

/** The changes of a coin's price, at the foot of its chart, each with a link to its range. */
export function ChangeRow({ changes, range, hrefOf }: ChangeRowProps) {
  return (
    <>
      <h2 className="is-sr-only">Price changes</h2>
      <dl className="change-row is-flex-grow-1">
        {changes.map(([span, percent]) => {
          const own = RANGES.find((each) => RANGE_DETAILS[each].words === span);
          return (
            <div
              key={span}
              className={unsignedPercent(percent ?? 0).length > 9 ? "is-long" : undefined}
              aria-current={own === range ? "true" : undefined}
            >
              <dt>
                {own === undefined ? (
                  span
                ) : (
                  <Link to={hrefOf(own)} preventScrollReset>
                    {span}
                  </Link>
                )}
              </dt>
              <dd>
                <PriceChange percent={percent} />
              </dd>
            </div>
          );
        })}
      </dl>
    </>
  );
}

function Sections({ name, details, marketsHref }: CoinSectionsProps) {
  const { figures, asOf, circulatingPercent, markets, marketCount } = details;
  return (
    <>
      {asOf === null ? null : (
        <p className="is-quiet">
          Details as of <LocalTime time={asOf} />
        </p>
      )}
      <section className="box coin-section">
        <h2>Supply and valuation</h2>
        <Figures figures={figures} />
        {circulatingPercent === null ? null : (
          <svg className="coin-bar is-block mt-2" aria-hidden="true" height="8">
            <rect fill="var(--track)" width="100%" height="8" rx="4" />
            <rect fill="var(--accent)" width={`${circulatingPercent}%`} height="8" rx="4" />
          </svg>
        )}
      </section>
      {markets.length === 0 ? null : (
        <section className="box coin-section">
          <h2 id="markets">Markets</h2>
          <MarketsTable
            caption={`Where ${isolated(name)} is traded, the largest volume first`}
            markets={markets}
          />
          {marketCount > markets.length ? (
            <Link className="button mt-3" to={marketsHref}>
              {`All ${marketCount} markets`}
            </Link>
          ) : null}
        </section>
      )}
      <AboutSection name={name} {...details} />
    </>
  );
}

/** The sections below a coin's chart, from its own answer: changes over longer spans, supplies, its markets, and its project. */
export const CoinSections = afterPaint(Sections, <div className="whole-screen" />);

interface AboutSectionProps
  extends Pick<ShownDetails, "description" | "facts">,
    Partial<Pick<ShownDetails, "contracts">> {
  readonly name: string;
}

/** What a coin or an exchange says of itself, and its links; nothing where it says nothing. */
export function AboutSection({ name, description, facts, contracts = [] }: AboutSectionProps) {
  if (description.length + facts.length + contracts.length === 0) return null;
  return (
    <section className="box coin-section">
      <h2 id="about">
        About <bdi translate="no">{name}</bdi>
      </h2>
      <div className="coin-about">
        <div>
          <Paragraphs paragraphs={description} />
        </div>
        <dl className="coin-facts mt-3">
          {facts.map(({ term, parts }) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>
                <Linked parts={parts} />
              </dd>
            </div>
          ))}
          {contracts.length === 0 ? null : <Contracts contracts={contracts} />}
        </dl>
      </div>
    </section>
  );
}

/** What the service warns of, above the figures of a coin or an exchange. */
export function Notices({ notices }: { readonly notices: readonly Paragraph[] }) {
  if (notices.length === 0) return null;
  return (
    <aside className="notification is-warning" id={NOTICE_ID} aria-label="Notice">
      <Paragraphs paragraphs={notices} />
    </aside>
  );
}

export function Paragraphs({ paragraphs }: { readonly paragraphs: readonly Paragraph[] }) {
  return paragraphs.map((parts, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have no identity but their place
    <p key={index} dir="auto">
      <Linked parts={parts} />
    </p>
  ));
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
