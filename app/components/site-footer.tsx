import { SITE_NAME } from "~/domain/page-meta";

/** Placeholders: whoever runs the site puts the addresses of their own profiles here. */
const PROFILES = [
  { href: "https://github.com/", name: "GitHub" },
  { href: "https://www.linkedin.com/", name: "LinkedIn" },
  { href: "https://x.com/", name: "X" },
] as const;

export function SiteFooter({ year }: { readonly year: number | undefined }) {
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
      <p>
        © {year === undefined ? "" : `${year} `}
        {SITE_NAME}. Developed by the {SITE_NAME} team.
      </p>
    </footer>
  );
}
