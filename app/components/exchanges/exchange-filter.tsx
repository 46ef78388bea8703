import { Form } from "@remix-run/react";
import { useRef } from "react";
import type { Currency } from "~/domain/market/currency";
import { EXCHANGE_ORDERS, type ExchangeView } from "~/domain/market/exchange";
import { PAGES } from "~/domain/pages";
import { MAX_QUERY_LENGTH } from "~/domain/search/query";
import { useTextThatFollows } from "../search/search-fields";
import { HiddenInputs } from "../site/controls";

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
          {Object.entries(EXCHANGE_ORDERS).flatMap(([name, { words }]) => [
            <option key={name} value={name}>
              {words}
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
