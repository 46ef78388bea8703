import { Form, Link, useNavigate } from "@remix-run/react";
import type { FormEvent } from "react";
import type { Currency } from "~/domain/market/currency";
import { PAGE_COUNT } from "~/domain/market/page-number";
import { coinsHref } from "~/domain/pages";

const PAGES = Array.from({ length: PAGE_COUNT }, (_, index) => index + 1);

interface PageButtonsProps {
  readonly currency: Currency;
  readonly page: number;
}

/**
 * The neighbouring pages of the coin list as links, then all pages, each one click away. These are inputs, because a
 * `button` would say each number twice, as its value and as its text.
 */
export function PageButtons({ currency, page }: PageButtonsProps) {
  const navigate = useNavigate();
  /** The page that is shown is no step in the history, as with a link to where one is. */
  const stay = (event: FormEvent<HTMLFormElement>) => {
    const { submitter } = event.nativeEvent as SubmitEvent;
    if (submitter?.getAttribute("value") !== String(page)) return;
    event.preventDefault();
    navigate(coinsHref(currency, page), { replace: true });
  };
  return (
    <nav className="pages" aria-label="Pages">
      <div className="page-steps">
        {page > 1 ? (
          <Link className="page-step" to={coinsHref(currency, page - 1)} rel="prev" discover="none">
            <span aria-hidden="true">←</span> Previous page
          </Link>
        ) : null}
        <span className="page-place">{`Page ${page} of ${PAGE_COUNT}`}</span>
        {page < PAGE_COUNT ? (
          <Link className="page-step is-next" to={coinsHref(currency, page + 1)} rel="next" discover="none">
            Next page <span aria-hidden="true">→</span>
          </Link>
        ) : null}
      </div>
      <Form className="page-buttons" action="/coins" method="get" onSubmit={stay}>
        <input type="hidden" name="currency" value={currency} />
        {PAGES.map((number) => (
          <input
            key={number}
            className="page-button"
            type="submit"
            name="page"
            value={number}
            aria-current={number === page ? "page" : undefined}
          />
        ))}
      </Form>
    </nav>
  );
}
