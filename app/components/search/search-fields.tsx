import { Form } from "@remix-run/react";
import { type FocusEvent, type RefObject, useEffect, useId, useRef, useState } from "react";
import { PAGES } from "~/domain/addresses/page-addresses";
import { MAX_READ_LENGTH } from "~/domain/format/text";
import type { NamedCoin } from "~/domain/market/coin";
import { MAX_ID_LENGTH } from "~/domain/market/coin";
import type { Currency } from "~/domain/market/currency";
import { Icon } from "../site/icons";
import type { Suggestions } from "./suggestions.client";

interface SearchFormProps {
  readonly label: string;
  readonly query: string;
  /** Text to fill in if the field is still empty when the script starts. */
  readonly suggested?: string;
  readonly currency: Currency;
  readonly isWide?: boolean;
  readonly id?: string;
  readonly hasShortcut?: boolean;
}

/**
 * The search over all coins: a plain form. With JavaScript it suggests coins; that code is loaded on hover or focus.
 */
export function SearchForm(props: SearchFormProps) {
  const { label, query, suggested = "", currency, isWide, id, hasShortcut = false } = props;
  const field = useRef<HTMLInputElement>(null);
  const [Part, load] = useSuggestions(field);
  useTextThatFollows(field, query);
  useEffect(() => {
    if (field.current?.value === "") field.current.value = suggested;
  }, [suggested]);
  useShortcut(field, hasShortcut);
  return (
    <Form
      id={id}
      className={`search-form is-relative ${isWide ? "is-wide" : ""}`}
      action={PAGES.search.path}
      role="search"
      discover="none"
      aria-label={label}
      onFocus={load}
      onPointerEnter={load}
    >
      <input
        ref={field}
        className="input"
        name="q"
        defaultValue={query}
        maxLength={MAX_READ_LENGTH}
        aria-label={label}
        aria-keyshortcuts={hasShortcut ? "/" : undefined}
        placeholder="Search coins"
        autoComplete="off"
        spellCheck={false}
      />
      <input type="hidden" name="currency" value={currency} />
      <button className="search-button" type="submit">
        <span className="is-sr-only">Search</span>
        <Icon name="search" />
      </button>
      {Part ? <Part field={field} currency={currency} /> : null}
    </Form>
  );
}

/** Fields in which `/` is an ordinary character. */
const OTHER_FIELDS = "input:not([type=radio],[type=submit]),textarea,select,[contenteditable]";

function useShortcut(field: RefObject<HTMLInputElement>, hasShortcut: boolean): void {
  useEffect(() => {
    if (!hasShortcut) return;
    const focus = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey } = event;
      if (key !== "/" || ctrlKey || metaKey || altKey) return;
      if (target instanceof Element && target.matches(OTHER_FIELDS)) return;
      event.preventDefault();
      field.current?.select();
    };
    document.addEventListener("keydown", focus);
    return () => document.removeEventListener("keydown", focus);
  }, [field, hasShortcut]);
}

interface CoinFieldProps {
  readonly label: string;
  readonly name: string;
  readonly value: string;
  /** Called when a suggestion was chosen, whose name is then in the field. */
  readonly onChoose: (id: string) => void;
  /** Whether a currency can be chosen, too. Its code is its id. */
  readonly takesCurrency?: boolean;
  readonly describedBy?: string | undefined;
  readonly isInvalid?: boolean;
}

/**
 * A form field for the id, name or symbol of a coin. With JavaScript it suggests coins like the search; choosing one fills
 * in its name instead of opening its page.
 */
export function CoinField(props: CoinFieldProps) {
  const { label, name, value, onChoose, takesCurrency, describedBy, isInvalid } = props;
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [Part, load] = useSuggestions(field);
  useTextThatFollows(field, value);
  const choose = ({ id, name }: Pick<NamedCoin, "id" | "name">) => {
    if (field.current !== null) field.current.value = name;
    onChoose(id);
  };
  return (
    <div className="coin-field is-relative">
      <label htmlFor={id}>{label}</label>
      <input
        ref={field}
        id={id}
        className="input"
        name={name}
        defaultValue={value}
        maxLength={MAX_ID_LENGTH}
        aria-describedby={describedBy}
        aria-invalid={isInvalid}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        onFocus={(event) => {
          load();
          selectShown(event);
        }}
        onPointerEnter={load}
      />
      {Part ? <Part field={field} onChoose={choose} takesCurrency={takesCurrency} /> : null}
    </div>
  );
}

/**
 * Returns the component of a field's suggestions once its code has loaded, and a function that loads it. The form works
 * without it.
 */
function useSuggestions(field: RefObject<HTMLInputElement>): [typeof Suggestions | null, () => void] {
  const [part, setPart] = useState<typeof Suggestions | null>(null);
  const load = () => {
    // Wrapped, because React would call a bare function to get the state.
    import("./suggestions.client").then(({ Suggestions }) => setPart(() => Suggestions)).catch(() => {});
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: looks once for a focus from before hydration.
  useEffect(() => {
    if (document.activeElement === field.current) load();
  }, []);
  return [part, load];
}

/**
 * Selects what a field shows, so that what is typed takes its place. Not what was typed before hydration, after which React sends the
 * focus again.
 */
export function selectShown({ currentTarget }: FocusEvent<HTMLInputElement>): void {
  if (currentTarget.value === currentTarget.defaultValue) currentTarget.select();
}

/** Updates a field when a navigation changes its text, but never overwrites what was typed before hydration. */
export function useTextThatFollows(
  field: RefObject<HTMLInputElement | HTMLSelectElement>,
  text: string,
): void {
  const shown = useRef(text);
  useEffect(() => {
    if (field.current !== null && shown.current !== text) field.current.value = text;
    shown.current = text;
  }, [field, text]);
}
