import { Form, useSubmit } from "@remix-run/react";
import { useRef } from "react";
import { PAGES } from "~/domain/addresses/page-addresses";
import type { Currency } from "~/domain/market/currency";
import { EXCHANGE_ORDERS, type ExchangeView } from "~/domain/market/exchange";
import { MAX_QUERY_LENGTH } from "~/domain/search/query";
import { useTextThatFollows } from "../search/search-fields";
import { HiddenInputs } from "../site/controls";
import { useHydrated } from "../site/hydration";

interface ExchangeFilterProps {
  readonly view: ExchangeView;
  /** Whether the service says how far exchanges are trusted. */
  readonly areRanked: boolean;
  readonly currency: Currency;
}

const TYPING_MS = 250;

/** Chooses exchanges by a part of their names or countries, and their order; with JavaScript at once. */
export function ExchangeFilter({ view, areRanked, currency }: ExchangeFilterProps) {
  const { query, order, isTable } = view;
  const orders = Object.entries(EXCHANGE_ORDERS).filter(
    ([, { figure }]) => areRanked || figure !== "trustScoreRank",
  );
  const field = useRef<HTMLInputElement>(null);
  const choice = useRef<HTMLSelectElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const submit = useSubmit();
  const isHydrated = useHydrated();
  const typed = field.current !== null && field.current === document.activeElement ? field.current : null;
  useTextThatFollows(field, typed?.value ?? query);
  useTextThatFollows(choice, order);
  return (
    <Form
      className="list-controls exchange-filter"
      action={PAGES.exchanges.path}
      role="search"
      aria-label="Exchanges"
      autoComplete="off"
      preventScrollReset
      onChange={({ currentTarget: form, target }) => {
        const isTyped = target === field.current;
        const show = () => form.isConnected && submit(form, { replace: isTyped, preventScrollReset: true });
        clearTimeout(timer.current);
        timer.current = setTimeout(show, isTyped ? TYPING_MS : 0);
      }}
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
          {orders.flatMap(([name, { words }]) => [
            <option key={name} value={name}>
              {words}
            </option>,
            " ",
          ])}
        </select>
      </label>{" "}
      <button className={isHydrated ? "button is-invisible" : "button"} type="submit">
        Show
      </button>
    </Form>
  );
}
