import { Form, useSubmit } from "@remix-run/react";
import { useEffect, useRef } from "react";
import type { Currency } from "~/domain/market/currency";
import { showToast } from "./site/toasts";
import { useHydrated } from "./use-hydrated";

interface CurrencyRadiosProps {
  /** Path that the form requests. */
  readonly action: string;
  /** Choices in the order shown. */
  readonly currencies: readonly Currency[];
  readonly value: Currency;
  /** Other query parameters to keep, because a GET form replaces the whole query. */
  readonly kept: Readonly<Record<string, string>>;
  /** Shows `INR` in place of `inr`. */
  readonly isUpperCase?: boolean;
}

/**
 * The choice of currency. With JavaScript a changed radio submits the form and the page keeps its scroll position; the
 * submit button becomes invisible but keeps its place, so that nothing moves.
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
      <fieldset className="radios">
        <legend>Currency</legend>
        {currencies.map((currency) => (
          <label key={currency} className="radio">
            <input
              type="radio"
              name="currency"
              value={currency}
              defaultChecked={currency === value}
              // Replaces the entry when the choice returns to what is shown before the other one has loaded.
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
      <button className={isHydrated ? "button is-small is-invisible" : "button is-small"} type="submit">
        Show
      </button>
    </Form>
  );
}

/**
 * Keeps the radios in step with the URL when the visitor goes back or forward, and submits on hydration a choice that was
 * made before.
 */
function useRadiosThatFollow(value: Currency, submit: (form: HTMLFormElement) => void) {
  const form = useRef<HTMLFormElement>(null);
  const isFirst = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new value changes the radios.
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

/** Copies the address of what is shown. Invisible until hydrated, because it needs JavaScript. */
export function CopyLink({ path }: { readonly path: string }) {
  const isHydrated = useHydrated();
  return (
    <button
      className={isHydrated ? "button is-small copy-link" : "button is-small copy-link is-invisible"}
      type="button"
      onClick={() => copy(new URL(path, window.location.href).href)}
    >
      Copy link
    </button>
  );
}

/** Reports failures too: the clipboard exists on secure origins only, and the visitor may have forbidden it. */
async function copy(address: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(address);
    showToast("Link copied");
  } catch {
    showToast("The link could not be copied. You find it in the address bar.");
  }
}
