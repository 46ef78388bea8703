import { Form } from "@remix-run/react";
import { useRef } from "react";
import type { Currency } from "~/domain/market/currency";
import { EXCHANGE_ORDERS, type ExchangeOrder, type ExchangeView } from "~/domain/market/exchange-view";
import { PAGES } from "~/domain/pages";
import { MAX_QUERY_LENGTH } from "~/domain/search/query";
import { useTextThatFollows } from "../search/search-fields";
import { HiddenInputs } from "../site/controls";

const ORDERS_IN_WORDS: Readonly<Record<ExchangeOrder, string>> = {
  rank_asc: "Most trusted first",
  rank_desc: "Least trusted first",
  volume_desc: "Largest volume first",
  volume_asc: "Smallest volume first",
  name_asc: "By name, A first",
  name_desc: "By name, Z first",
  country_asc: "By country, A first",
  country_desc: "By country, Z first",
  year_asc: "Oldest first",
  year_desc: "Newest first",
};

/** Returns an order in words: `Most trusted first`. */
export function orderInWords(order: ExchangeOrder): string {
  return ORDERS_IN_WORDS[order];
}

interface ExchangeFilterProps {
  readonly view: ExchangeView;
  readonly currency: Currency;
}

/** Chooses exchanges by a part of their names or countries, and their order: a plain form. */
export function ExchangeFilter({ view: { query, order, isTable }, currency }: ExchangeFilterProps) {
  const field = useRef<HTMLInputElement>(null);
  const choice = useRef<HTMLSelectElement>(null);
  useTextThatFollows(field, query);
  useTextThatFollows(choice, order);
  return (
    <Form
      className="list-controls exchange-filter"
      action={PAGES.exchanges.path}
      role="search"
      aria-label="Exchanges"
      autoComplete="off"
      preventScrollReset
    >
      <HiddenInputs values={{ currency, ...(isTable ? { view: "table" } : {}) }} />
      <label>
        <span className="is-sr-only">Name or country</span>{" "}
        <input
          ref={field}
          className="input"
          name="q"
          defaultValue={query}
          maxLength={MAX_QUERY_LENGTH}
          placeholder="Name or country"
          spellCheck={false}
        />
      </label>{" "}
      <label className="select is-fullwidth">
        <span className="is-sr-only">Order</span>{" "}
        <select ref={choice} name="order" defaultValue={order}>
          {EXCHANGE_ORDERS.flatMap((each) => [
            <option key={each} value={each}>
              {orderInWords(each)}
            </option>,
            " ",
          ])}
        </select>
      </label>{" "}
      <button className="button" type="submit">
        Show
      </button>
    </Form>
  );
}
