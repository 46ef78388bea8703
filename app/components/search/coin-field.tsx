import { useId, useRef } from "react";
import { MAX_ID_LENGTH } from "~/domain/market/coin";
import { useSuggestions, useTextThatFollows } from "./use-suggestions";

interface CoinFieldProps {
  readonly label: string;
  /** The parameter that it is in its form. */
  readonly name: string;
  /** What it holds when the page comes, and when a navigation brings another value. */
  readonly value: string;
  /** Called when a coin was chosen among the suggestions; its id is in the field then. */
  readonly onChoose: (id: string) => void;
  /** Element that says more of it, or what is wrong with it. */
  readonly describedBy?: string | undefined;
  readonly isInvalid?: boolean;
}

/**
 * A field of a form for the id, name or symbol of a coin. With JavaScript it suggests coins as the search does, and takes the
 * id of the chosen one in place of leading to its page.
 */
export function CoinField({ label, name, value, onChoose, describedBy, isInvalid }: CoinFieldProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [Part, load] = useSuggestions(field);
  useTextThatFollows(field, value);
  return (
    <div className="search-form coin-field">
      <label htmlFor={id}>{label}</label>
      <input
        ref={field}
        id={id}
        className="search-field"
        name={name}
        defaultValue={value}
        maxLength={MAX_ID_LENGTH}
        aria-describedby={describedBy}
        aria-invalid={isInvalid}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        onFocus={load}
        onPointerEnter={load}
      />
      {Part ? <Part field={field} onChoose={(coin) => onChoose(coin.id)} /> : null}
    </div>
  );
}
