import { NavLink } from "@remix-run/react";
import mark from "~/images/favicon.svg";

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
                {to === "/" ? <img className="site-mark" src={mark} alt="" width="20" height="20" /> : null}
                {name}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
    </header>
  );
}
