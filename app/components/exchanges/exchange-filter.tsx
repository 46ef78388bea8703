import { useRef } from "react";
import { EXCHANGE_ORDERS, type ExchangeView } from "~/domain/market/exchange";
import { MAX_QUERY_LENGTH } from "~/domain/search/query";
import { useTextThatFollows } from "../search/search-fields";
import { CHOICES_ID, useChosen } from "../site/controls";
import { useHydrated } from "../site/hydration";

interface ExchangeFilterProps {
  readonly view: ExchangeView;
  /** Whether the service says how far exchanges are trusted. */
  readonly areRanked: boolean;
}

const TYPING_MS = 250;

/** Chooses exchanges by a part of their names or countries, and their order; with JavaScript at once. */
export function ExchangeFilter({ view, areRanked }: ExchangeFilterProps) {
  const { query, order } = view;
  const orders = Object.entries(EXCHANGE_ORDERS).filter(
    ([, { figure }]) => areRanked || figure !== "trustScoreRank",
  );
  const field = useRef<HTMLInputElement>(null);
  const choice = useRef<HTMLSelectElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const openChosen = useChosen();
  const isHydrated = useHydrated();
  const typed = field.current !== null && field.current === document.activeElement ? field.current : null;
  useTextThatFollows(field, typed?.value ?? query);
  useTextThatFollows(choice, order);
  return (
    // biome-ignore lint/a11y/useSemanticElements: not every browser knows the element for it.
    <div
      className="list-controls exchange-filter mt-3"
      role="search"
      aria-label="Exchanges"
      onChange={({ target }) => {
        const isTyped = target === field.current;
        const show = () => field.current?.form && openChosen(field.current.form, null, isTyped);
        clearTimeout(timer.current);
        timer.current = setTimeout(show, isTyped ? TYPING_MS : 0);
      }}
    >
      <label>
        <span className="is-sr-only">Name or country</span>{" "}
        <input
          ref={field}
          className="input"
          form={CHOICES_ID}
          name="q"
          defaultValue={query}
          maxLength={MAX_QUERY_LENGTH}
          placeholder="Name or country"
          spellCheck={false}
        />
      </label>{" "}
      <label className="select is-fullwidth">
        <span className="is-sr-only">Order</span>{" "}
        <select ref={choice} form={CHOICES_ID} name="order" defaultValue={order}>
          {orders.flatMap(([name, { words }]) => [
            <option key={name} value={name}>
              {words}
            </option>,
            " ",
          ])}
        </select>
      </label>{" "}
      <button className={isHydrated ? "button is-invisible" : "button"} type="submit" form={CHOICES_ID}>
        Show
      </button>
    </div>
  );
}
