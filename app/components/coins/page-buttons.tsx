import { memo, type ReactNode } from "react";
import { coinsHref } from "~/domain/addresses/page-addresses";
import type { Currency } from "~/domain/market/currency";
import { PAGE_COUNT, type TableView } from "~/domain/market/table-view";
import { CHOICES_ID } from "../site/controls";
import { Icon } from "../site/icons";
import { PlainLinks } from "../site/plain-links";

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
  return (
    <PageSteps
      place={`Page ${page} of ${PAGE_COUNT}`}
      previous={page > 1 ? coinsHref(currency, page - 1, table) : null}
      next={page < PAGE_COUNT ? coinsHref(currency, page + 1, table) : null}
    >
      <div className="page-buttons">
        <Buttons page={page} />
      </div>
    </PageSteps>
  );
}

const Buttons = memo(function Buttons({ page }: { readonly page: number }) {
  return PAGES.map((number) => (
    <input
      key={number}
      type="submit"
      form={CHOICES_ID}
      name="page"
      value={number}
      aria-current={number === page ? "page" : undefined}
    />
  ));
});

interface CategoryStepsProps {
  readonly pageNumber: number;
  readonly isLast: boolean;
  readonly hrefOf: (page: number) => string;
}

/** Links to the neighbouring pages of a category; the number of pages is unknown. */
export function CategorySteps({ pageNumber, isLast, hrefOf }: CategoryStepsProps) {
  if (pageNumber === 1 && isLast) return null;
  return (
    <PageSteps
      place={`Page ${pageNumber}`}
      previous={pageNumber > 1 ? hrefOf(pageNumber - 1) : null}
      next={isLast ? null : hrefOf(pageNumber + 1)}
    />
  );
}

interface PageStepsProps {
  readonly place: string;
  /** Addresses of the neighbouring pages; null where there is none. */
  readonly previous: string | null;
  readonly next: string | null;
  readonly children?: ReactNode;
}

export function PageSteps({ place, previous, next, children }: PageStepsProps) {
  return (
    <PlainLinks as="nav" className="pages is-justify-content-center mt-5" aria-label="Pages">
      <p className="page-place is-quiet has-text-centered">{place}</p>
      {previous === null ? null : (
        <a className="button page-step" href={previous} rel="prev">
          <Icon name="previous" /> <span>Previous page</span>
        </a>
      )}{" "}
      {children}
      {next === null ? null : (
        <a className="button page-step" href={next} rel="next">
          <span>Next page</span> <Icon name="next" />
        </a>
      )}
    </PlainLinks>
  );
}
