import { Form, Link, useNavigate } from "@remix-run/react";
import type { FormEvent } from "react";
import type { Currency } from "~/domain/market/currency";
import { PAGE_COUNT, type TableView } from "~/domain/market/table-view";
import { coinsHref, viewParameters } from "~/domain/pages";
import { HiddenInputs } from "../site/controls";
import { Icon } from "../site/icons";

const PAGES = Array.from({ length: PAGE_COUNT }, (_, index) => index + 1);

interface PageButtonsProps {
  readonly currency: Currency;
  readonly page: number;
  /** Null for cards. */
  readonly table: TableView | null;
}

/**
 * Links to the previous and the next page of the coin list, and between them a row with a button for every page, which the
 * style sheet scrolls to the current one. The buttons are inputs, because a `button` would carry each number twice, as value
 * and as text.
 */
export function PageButtons({ currency, page, table }: PageButtonsProps) {
  const navigate = useNavigate();
  /** Choosing the current page again replaces the history entry, as browsers do for links to the current address. */
  const stay = (event: FormEvent<HTMLFormElement>) => {
    const { submitter } = event.nativeEvent as SubmitEvent;
    if (submitter?.getAttribute("value") !== String(page)) return;
    event.preventDefault();
    navigate(coinsHref(currency, page, table), { replace: true });
  };
  return (
    <nav className="pages" aria-label="Pages">
      <p className="page-place">{`Page ${page} of ${PAGE_COUNT}`}</p>
      {page > 1 ? (
        <Link className="button page-step" to={coinsHref(currency, page - 1, table)} rel="prev">
          <Icon name="previous" /> <span>Previous page</span>
        </Link>
      ) : null}
      <Form className="page-buttons" action="/coins" method="get" onSubmit={stay}>
        <HiddenInputs values={{ currency, ...viewParameters(table) }} />
        {PAGES.map((number) => (
          <input
            key={number}
            type="submit"
            name="page"
            value={number}
            aria-current={number === page ? "page" : undefined}
          />
        ))}
      </Form>
      {page < PAGE_COUNT ? (
        <Link className="button page-step" to={coinsHref(currency, page + 1, table)} rel="next">
          <span>Next page</span> <Icon name="next" />
        </Link>
      ) : null}
    </nav>
  );
}
