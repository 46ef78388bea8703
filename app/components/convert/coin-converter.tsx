import { Form } from "@remix-run/react";
import type { Currency } from "~/domain/market/currency";
import { PAGES } from "~/domain/pages";
import { HiddenInputs } from "../controls";

interface CoinConverterProps {
  readonly id: string;
  readonly name: string;
  readonly currency: Currency;
}

/** Asks for an amount of a coin to convert into the currency of its page. */
export function CoinConverter({ id, name, currency }: CoinConverterProps) {
  return (
    <Form className="coin-converter" action={PAGES.convert.path} discover="none" autoComplete="off">
      <label htmlFor="amount">Amount of {name}</label>
      <input id="amount" className="search-field" name="amount" defaultValue="1" inputMode="decimal" />
      <HiddenInputs values={{ from: id, to: currency }} />
      <button className="button" type="submit">
        Convert to {currency}
      </button>
    </Form>
  );
}
