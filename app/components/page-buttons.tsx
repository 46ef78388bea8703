import { Form } from "@remix-run/react";
import type { Currency } from "~/domain/currency";
import { PAGE_COUNT } from "~/domain/page";

const PAGES = Array.from({ length: PAGE_COUNT }, (_, index) => index + 1);

interface PageButtonsProps {
  readonly currency: Currency;
  readonly page: number;
}

/** All pages of the coin list, each one click away. */
export function PageButtons({ currency, page }: PageButtonsProps) {
  return (
    <nav aria-label="Pages">
      <Form className="page-buttons" action="/coins" method="get">
        <input type="hidden" name="currency" value={currency} />
        {PAGES.map((number) => (
          <button
            key={number}
            className="page-button"
            type="submit"
            name="page"
            value={number}
            aria-current={number === page ? "page" : undefined}
          >
            {number}
          </button>
        ))}
      </Form>
    </nav>
  );
}
