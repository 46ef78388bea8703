import { Form } from "@remix-run/react";
import { type RefObject, useEffect, useRef } from "react";
import type { Currency } from "~/domain/market/currency";
import { PAGES } from "~/domain/pages";
import { MAX_QUERY_LENGTH } from "~/domain/search/query";
import { useSuggestions, useTextThatFollows } from "./use-suggestions";

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
