import { NavLink } from "@remix-run/react";

const PAGES = [
  { to: "/", name: "Home" },
  { to: "/exchanges", name: "Exchanges" },
  { to: "/coins", name: "Coins" },
] as const;

export function SiteHeader() {
  return (
    <header className="site-header">
      <nav aria-label="Main">
        <ul className="site-nav">
          {PAGES.map(({ to, name }) => (
            <li key={to}>
              <NavLink className="site-nav-link" to={to} end prefetch="intent">
                {name}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
    </header>
  );
}
