import { Link } from "@remix-run/react";
import { MAX_AMOUNT_LENGTH } from "~/domain/convert/conversion-query";
import type { Currency } from "~/domain/market/currency";
import { amountsHref, watchlistHref } from "~/domain/pages";
import { MarketIcon } from "../market/market-icon";
import { HiddenInputs } from "../site/controls";

/** A coin of the visitor's own list, and its field. */
export interface AmountField {
  readonly id: string;
  readonly name: string;
  readonly symbol: string;
  readonly image: string | null;
  /** What the field shows. */
  readonly text: string;
  /** Why that cannot be saved; null or absent if it can. */
  readonly problem?: string | null;
}

interface AmountsFormProps {
  readonly fields: readonly AmountField[];
  readonly currency: Currency;
  readonly isTable: boolean;
  /** Why nothing was saved; null before the form was sent. */
  readonly refusal: string | null;
}

/** The form for the amount the visitor holds of each coin. It is sent as a document request, so it needs no script. */
export function AmountsForm({ fields, currency, isTable, refusal }: AmountsFormProps) {
  const list = watchlistHref(currency, [], isTable);
  return (
    <form className="amounts-form" action={amountsHref(currency, isTable)} method="post" autoComplete="off">
      {refusal === null ? null : (
        <p className="notification is-warning" role="alert">
          {refusal}
        </p>
      )}
      <p>
        How much do you have of each coin? Amounts are kept in a cookie of this browser, and not on the
        server. Others see them only if you share the list with them.
      </p>
      <HiddenInputs values={{ returnTo: list }} />
      <ul>
        {fields.map((field, index) => (
          <li key={field.id}>
            <AmountInput {...field} number={index} />
          </li>
        ))}
      </ul>
      <p className="amounts-actions">
        <button className="button is-primary" type="submit" name="action" value="amounts">
          Save
        </button>{" "}
        <Link className="button" to={list}>
          Cancel
        </Link>{" "}
        {fields.some(({ text }) => text !== "") ? (
          <button className="button is-ghost" type="submit" name="action" value="clear">
            Remove all amounts
          </button>
        ) : null}
      </p>
    </form>
  );
}

function AmountInput({
  id,
  name,
  symbol,
  image,
  text,
  problem = null,
  number,
}: AmountField & { readonly number: number }) {
  const note = `amount-${number}-note`;
  return (
    <>
      <label>
        <MarketIcon image={image} texts={[symbol, name]} size={24} isLazy={number > 10} />{" "}
        <span>
          {name} <small>{symbol.toUpperCase()}</small>
        </span>{" "}
        <input
          className="input"
          name="amount"
          defaultValue={text}
          inputMode="decimal"
          maxLength={MAX_AMOUNT_LENGTH}
          aria-invalid={problem === null ? undefined : true}
          aria-describedby={problem === null ? undefined : note}
        />
      </label>
      <input type="hidden" name="id" value={id} />
      {problem === null ? null : (
        <p className="convert-note">
          <strong id={note}>{problem}</strong>
        </p>
      )}
    </>
  );
}
