import { NavLink, useLocation } from "@remix-run/react";
import { addressQuery } from "~/domain/page-address";
import { SAMPLE_NOTICE_END, SAMPLE_NOTICE_START, SITE_NAME } from "~/domain/page-meta";
import { PAGES, withCurrency } from "~/domain/pages";
import mark from "~/images/favicon.svg";
import { SearchForm } from "../search/search-fields";
import { ColourModeToggle } from "./colour-mode-toggle";
import { useCurrency } from "./hydration";

const LINKS = Object.values(PAGES).filter(({ headerName }) => headerName !== null);

/** Placeholders for the profiles of whoever runs the site. */
const PROFILES = [
  { href: "https://github.com/", name: "GitHub" },
  { href: "https://www.linkedin.com/", name: "LinkedIn" },
  { href: "https://x.com/", name: "X" },
] as const;

export function SiteHeader() {
  const query = addressQuery(useLocation());
  const currency = useCurrency();
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
        <SearchForm label="Search coins" query={query.get("q") ?? ""} currency={currency} hasShortcut />
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

interface SiteFooterProps {
  readonly year: number | undefined;
  /** Where the prices come from; null: no credit is required. */
  readonly credit: { readonly name: string; readonly href: string } | null | undefined;
}

export function SiteFooter({ year, credit }: SiteFooterProps) {
  return (
    <footer className="site-footer">
      <ul className="profiles" aria-label="Social profiles">
        {PROFILES.map(({ href, name }) => (
          <li key={href}>
            <a href={href} rel="noopener noreferrer me">
              {name}
            </a>
          </li>
        ))}
      </ul>
      {credit ? <a href={credit.href}>Prices by {credit.name}</a> : null}
      <p>
        © {year === undefined ? "" : `${year} `}
        {SITE_NAME}. Developed by the {SITE_NAME} team.
      </p>
    </footer>
  );
}
