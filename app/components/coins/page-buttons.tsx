import { Form, Link, useNavigate } from "@remix-run/react";
import type { FormEvent } from "react";
import type { Currency } from "~/domain/market/currency";
import { PAGE_COUNT, type TableView } from "~/domain/market/table-view";
import { coinsHref, viewParameters } from "~/domain/pages";
import { HiddenInputs } from "../site/controls";

const PAGES = Array.from({ length: PAGE_COUNT }, (_, index) => index + 1);

interface PageButtonsProps {
  readonly currency: Currency;
  readonly page: number;
  /** Null: cards. */
  readonly table: TableView | null;
}

/**
 * Links to the neighbouring pages of the coin list, then a button for every page. The buttons are inputs, because a
 * `button` would carry each number twice, as its value and as its text.
 */
export function PageButtons({ currency, page, table }: PageButtonsProps) {
  const navigate = useNavigate();
  /** Choosing the shown page again replaces the history entry, as browsers do for links to the current address. */
  const stay = (event: FormEvent<HTMLFormElement>) => {
    const { submitter } = event.nativeEvent as SubmitEvent;
    if (submitter?.getAttribute("value") !== String(page)) return;
    event.preventDefault();
    navigate(coinsHref(currency, page, table), { replace: true });
  };
  return (
    <nav className="pages" aria-label="Pages">
      <div className="page-steps">
        {page > 1 ? (
          <Link className="button is-small" to={coinsHref(currency, page - 1, table)} rel="prev">
            <span aria-hidden="true">←</span> Previous page
          </Link>
        ) : null}{" "}
        <span className="page-place">{`Page ${page} of ${PAGE_COUNT}`}</span>{" "}
        {page < PAGE_COUNT ? (
          <Link className="button is-small" to={coinsHref(currency, page + 1, table)} rel="next">
            Next page <span aria-hidden="true">→</span>
          </Link>
        ) : null}
      </div>
      <Form className="page-buttons" action="/coins" method="get" onSubmit={stay}>
        <HiddenInputs values={{ currency, ...viewParameters(table) }} />
        {PAGES.map((number) => (
          <input
            key={number}
            className={number === page ? "button is-small is-primary" : "button is-small"}
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
