import { NavLink, useLocation } from "@remix-run/react";
import { addressQuery, knownPage } from "~/domain/page-address";
import { SAMPLE_NOTICE_END, SAMPLE_NOTICE_START, SITE_NAME } from "~/domain/page-meta";
import { PAGES, withCurrency } from "~/domain/pages";
import mark from "~/images/favicon.svg";
import { SearchForm } from "../search/search-fields";
import { ColourModeToggle } from "./colour-mode-toggle";
import { useCurrency } from "./hydration";

const LINKS = Object.values(PAGES).filter(({ headerName }) => headerName !== null);

/** Stand for the profiles of whoever runs the site until they are configured. */
const PLACEHOLDERS = ["GitHub", "LinkedIn", "X"] as const;

export function SiteHeader() {
  const location = useLocation();
  const currency = useCurrency();
  // Comparisons have a query of their own.
  const isSearch = knownPage(location)?.path === PAGES.search.path;
  const query = (isSearch ? addressQuery(location).get("q") : null) ?? "";
  return (
    <header className="site-header">
      <nav className="site-bar" aria-label="Main">
        <ul className="site-nav">
          {LINKS.map(({ path, headerName }) => (
            <li key={path}>
              <NavLink className="site-nav-link" to={withCurrency(path, currency)} end prefetch="intent">
                {path === "/" ? <img className="site-mark" src={mark} alt="" width="20" height="20" /> : null}
                {headerName}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <div className="site-search">
        <SearchForm label="Search coins" query={query} currency={currency} hasShortcut />
        <ColourModeToggle />
      </div>
    </header>
  );
}

/** Marks the figures of every page as samples. */
export function SampleNotice() {
  return (
    <aside className="notification is-warning sample-notice" aria-label="About these prices">
      <strong>{SAMPLE_NOTICE_START}</strong>
      {SAMPLE_NOTICE_END}
    </aside>
  );
}

interface NamedLink {
  readonly name: string;
  readonly href: string;
}

interface SiteFooterProps {
  readonly year: number | undefined;
  /** Where the prices come from; null: no credit is required. */
  readonly credit: NamedLink | null | undefined;
  /** Profiles of whoever runs the site; null: there are only placeholders. */
  readonly socialLinks: readonly NamedLink[] | null | undefined;
}

export function SiteFooter({ year, credit, socialLinks }: SiteFooterProps) {
  return (
    <footer className="site-footer">
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
                <a role="link" aria-disabled="true">
                  {name}
                </a>
              </li>
            ))}
        {socialLinks ? null : <li>(placeholders)</li>}
      </ul>
      {credit ? <a href={credit.href}>Prices by {credit.name}</a> : null}
      <p>
        © {year === undefined ? "" : `${year} `}
        {SITE_NAME}. Developed by the {SITE_NAME} team.
      </p>
    </footer>
  );
}
