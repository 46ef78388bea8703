import { Form } from "@remix-run/react";
import { type RefObject, useEffect, useId, useRef, useState } from "react";
import { MAX_ID_LENGTH } from "~/domain/market/coin";
import type { Currency } from "~/domain/market/currency";
import { PAGES } from "~/domain/pages";
import { MAX_QUERY_LENGTH } from "~/domain/search/query";
import type { Suggestions } from "./suggestions.client";

interface SearchFormProps {
  /** Tells the forms of a page apart. */
  readonly label: string;
  /** What the field holds: what was searched, or the empty text. */
  readonly query: string;
  /** The currency in use, which results keep. */
  readonly currency: Currency;
  readonly isWide?: boolean;
  /** Whether `/` puts the focus into this field. */
  readonly hasShortcut?: boolean;
}

/**
 * The search over all coins: a plain form. With JavaScript it suggests coins, whose code is not loaded before the field is
 * pointed at or has the focus.
 */
export function SearchForm({ label, query, currency, isWide, hasShortcut = false }: SearchFormProps) {
  const field = useRef<HTMLInputElement>(null);
  const [Part, load] = useSuggestions(field);
  useTextThatFollows(field, query);
  useShortcut(field, hasShortcut);
  return (
    <Form
      className={isWide ? "search-form is-wide" : "search-form"}
      action={PAGES.search.path}
      role="search"
      discover="none"
      aria-label={label}
      onFocus={load}
      onPointerEnter={load}
    >
      <input
        ref={field}
        className="search-field"
        name="q"
        defaultValue={query}
        maxLength={MAX_QUERY_LENGTH}
        aria-label={label}
        aria-keyshortcuts={hasShortcut ? "/" : undefined}
        placeholder="Search coins"
        autoComplete="off"
        spellCheck={false}
      />
      <input type="hidden" name="currency" value={currency} />
      <button className="search-button" type="submit" aria-label="Search">
        <svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true">
          <path d="m18 18-5-5a6.5 6.5 0 1 0-1 1" />
        </svg>
      </button>
      {Part ? <Part field={field} currency={currency} /> : null}
    </Form>
  );
}

/** Fields in which `/` is a letter. */
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

/**
 * Returns the suggestions of a field once their code has loaded, and a function that loads it: for when the field is pointed at
 * or has the focus. Without them the field's form works all the same.
 */
function useSuggestions(field: RefObject<HTMLInputElement>): [typeof Suggestions | null, () => void] {
  const [part, setPart] = useState<typeof Suggestions | null>(null);
  const load = () => {
    // Wraps the part, because React would call a function to get the state.
    import("./suggestions.client").then(({ Suggestions }) => setPart(() => Suggestions)).catch(() => {});
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: looks once for a focus from before hydration.
  useEffect(() => {
    if (document.activeElement === field.current) load();
  }, []);
  return [part, load];
}

/** Writes a text into a field when a navigation brings another one, but never over what was typed before hydration. */
function useTextThatFollows(field: RefObject<HTMLInputElement>, text: string): void {
  const shown = useRef(text);
  useEffect(() => {
    if (field.current !== null && shown.current !== text) field.current.value = text;
    shown.current = text;
  }, [field, text]);
}
