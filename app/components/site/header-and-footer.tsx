import { Link, useLocation } from "@remix-run/react";
import { knownPage } from "~/domain/addresses/canonical-address";
import { PAGES, type SitePage, withCurrency } from "~/domain/addresses/page-addresses";
import { SAMPLE_NOTICE_END, SAMPLE_NOTICE_START, SITE_NAME } from "~/domain/page-meta";
import { SearchForm } from "../search/search-fields";
import { useWatchedCount } from "../watchlist/watchlist-store";
import { ColourModeToggle } from "./colour-mode-toggle";
import { useCurrency } from "./hydration";
import type { SiteData } from "./site-data";

/** Pages with their own search field: one on a screen is enough. */
const SEARCHING: readonly (string | undefined)[] = [PAGES.home.path, PAGES.search.path];

/** Stand for the profiles of whoever runs the site until they are configured. */
const PLACEHOLDERS = ["GitHub", "LinkedIn", "X"] as const;

export function SiteHeader() {
  const page = knownPage(useLocation());
  const currency = useCurrency();
  return (
    <header className="site-header">
      <Link className="site-brand" discover="none" to={withCurrency(PAGES.home.path, currency)}>
        <svg viewBox="0 0 32 32" fill="none" strokeLinecap="round" strokeLinejoin="round" aria-hidden="true">
          <rect width="32" height="32" rx="9" fill="var(--accent)" />
          <path d="m6 22 6-7 5 4 9-10" stroke="var(--card)" strokeWidth="3" />
        </svg>{" "}
        <span>{SITE_NAME}</span>
      </Link>
      <div className="site-bar">
        <HeaderLinks label="Main" areTools={false} />
        <HeaderLinks label="Tools" areTools />
      </div>
      {SEARCHING.includes(page?.path) ? null : (
        <SearchForm label="Search coins" query="" currency={currency} hasShortcut />
      )}
      <ColourModeToggle />
    </header>
  );
}

function HeaderLinks({ label, areTools }: { readonly label: string; readonly areTools: boolean }) {
  const currency = useCurrency();
  const watched = useWatchedCount();
  const page = knownPage(useLocation());
  return (
    <nav aria-label={label}>
      <ul className="site-nav">
        {Object.values<SitePage>(PAGES).map(({ path, headerName, isTool = false }) => {
          if (headerName === undefined || isTool !== areTools) return null;
          const count = path === PAGES.watchlist.path ? watched : 0;
          return (
            <li key={path}>
              <Link
                to={withCurrency(path, currency)}
                discover="none"
                title={inWords(count)}
                aria-current={page?.path === path ? "page" : page?.section === path || undefined}
              >
                <span>{headerName}</span>
                {count === 0 ? null : (
                  <span className="site-count" aria-hidden="true">
                    {count}
                  </span>
                )}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

function inWords(count: number): string | undefined {
  if (count === 0) return undefined;
  return count === 1 ? "1 coin" : `${count} coins`;
}

export function SampleNotice() {
  return (
    <aside className="notification is-warning sample-notice" aria-label="About these prices">
      <strong>{SAMPLE_NOTICE_START}</strong>
      <span>{SAMPLE_NOTICE_END}</span>
    </aside>
  );
}

/** @param site undefined: unknown, as on a page that failed */
export function SiteFooter({
  site: { year, socialLinks, owner } = {},
}: {
  readonly site: Partial<SiteData> | undefined;
}) {
  return (
    <footer className="site-footer is-quiet">
      <ul className="profiles" aria-label="Social profiles">
        {socialLinks
          ? socialLinks.map(({ href, name }) => (
              <li key={href}>
                <a href={href} rel="noopener noreferrer me">
                  {name}
                </a>
              </li>
            ))
          : PLACEHOLDERS.map((name) => (
              <li key={name}>
                {/* biome-ignore lint/a11y: HTML's placeholder link, which has no address. */}
                <a role="link" aria-disabled="true" title="Not set yet">
                  {name}
                </a>
              </li>
            ))}
      </ul>
      <Link to={withCurrency(PAGES.about.path, useCurrency())}>About this site</Link>
      {owner?.map(({ href, name }) => (
        <a key={name} href={href}>
          {name}
        </a>
      ))}
      <p>{`© ${year === undefined ? "" : `${year} `}${SITE_NAME}. Developed by the ${SITE_NAME} team.`}</p>
    </footer>
  );
}
