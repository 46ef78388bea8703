import { Form, useSubmit } from "@remix-run/react";
import { useEffect, useRef } from "react";
import type { Currency } from "~/domain/market/currency";
import { useHydrated } from "./use-hydrated";

interface CurrencyRadiosProps {
  /** The path that the form asks for. */
  readonly action: string;
  /** In the order in which they are offered. */
  readonly currencies: readonly Currency[];
  readonly value: Currency;
  /** What else stands in the URL and has to stay: a GET form replaces the whole query. */
  readonly kept: Readonly<Record<string, string>>;
  /** `INR` in place of `inr`. */
  readonly isUpperCase?: boolean;
}

/**
 * The choice of currency. With JavaScript a changed radio submits by itself and the page keeps its scroll position;
 * the submit button then keeps its place, so that nothing moves, but cannot be seen or reached.
 */
export function CurrencyRadios({
  action,
  currencies,
  value,
  kept,
  isUpperCase = false,
}: CurrencyRadiosProps) {
  const submit = useSubmit();
  const isHydrated = useHydrated();
  const form = useRadiosThatFollow(value, (changed) => submit(changed, { preventScrollReset: true }));
  return (
    <Form
      ref={form}
      className="currency-form"
      action={action}
      method="get"
      autoComplete="off"
      preventScrollReset
    >
      <fieldset className="currency-radios">
        <legend>Currency</legend>
        {currencies.map((currency) => (
          <label key={currency} className="currency-radio">
            <input
              type="radio"
              name="currency"
              value={currency}
              defaultChecked={currency === value}
              // Back to what is shown, before the other choice has arrived: no step in the history.
              onChange={(event) =>
                submit(event.currentTarget.form, { preventScrollReset: true, replace: currency === value })
              }
            />
            {isUpperCase ? currency.toUpperCase() : currency}
          </label>
        ))}
      </fieldset>
      {Object.entries(kept).map(([name, text]) => (
        <input key={name} type="hidden" name={name} value={text} />
      ))}
      <button className="button is-small" type="submit" data-is-spare={isHydrated}>
        Show
      </button>
    </Form>
  );
}

/**
 * Keeps the radios in step with the URL when the visitor goes back or forward. A choice made before the script was
 * there has been heard by nobody: it is submitted on arrival.
 */
function useRadiosThatFollow(value: Currency, submit: (form: HTMLFormElement) => void) {
  const form = useRef<HTMLFormElement>(null);
  const isFirst = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new value is a reason to look at the radios again.
  useEffect(() => {
    const radios = form.current?.elements.namedItem("currency");
    if (form.current === null || !(radios instanceof RadioNodeList)) return;
    if (radios.value !== value) {
      if (isFirst.current) submit(form.current);
      else radios.value = value;
    }
    isFirst.current = false;
  }, [value]);
  return form;
}
