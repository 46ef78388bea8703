import { useLocation, useNavigate } from "@remix-run/react";
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from "react";
import { coinHref, exchangeHref, searchHref, suggestionsHref } from "~/domain/addresses/page-addresses";
import { decimal } from "~/domain/format/number";
import type { PricedCoin } from "~/domain/market/coin";
import { type Currency, currenciesBeginning, DEFAULT_CURRENCY } from "~/domain/market/currency";
import type { FoundExchange } from "~/domain/market/exchange";
import { parseQuery } from "~/domain/search/query";
import { CurrencyParts, FoundCoinParts, FoundExchangeParts } from "./found-coins";

interface SuggestionsProps {
  readonly field: RefObject<HTMLInputElement>;
  readonly currency?: Currency;
  /** Called with the chosen coin instead of opening its page; the field is then cleared. Exchanges are not suggested. */
  readonly onChoose?: (coin: Pick<PricedCoin, "id" | "name">) => void;
  /** Whether currencies are suggested as well, by their codes. */
  readonly takesCurrency?: boolean | undefined;
}

/**
 * Makes a field an editable combobox with list autocomplete and manual selection, as in
 * https://www.w3.org/WAI/ARIA/apg/patterns/combobox/. The focus stays in the field; `aria-activedescendant` names the option
 * that the arrow keys have reached; beyond the last and before the first option they return to the field.
 */
export function Suggestions(props: SuggestionsProps) {
  const { field, currency = DEFAULT_CURRENCY, onChoose, takesCurrency } = props;
  const id = useId();
  const navigate = useNavigate();
  const [isOpen, setIsOpen] = useState(false);
  const [activeKey, setActiveKey] = useState<string | null>(null);
  /** Whether the pointer has moved over the list, and not the list beneath the pointer. */
  const [isPointed, setIsPointed] = useState(false);
  const { coins, count, forget, ...found } = useSuggested(field, currency, () => setIsOpen(true));
  const exchanges = onChoose ? [] : found.exchanges;
  const currencies = takesCurrency && count !== null ? currenciesBeginning(field.current?.value ?? "") : [];
  const options: readonly Option[] = [
    ...currencies.map((code) => ({
      key: `currency/${code}`,
      content: <CurrencyParts currency={code} />,
      choose: () => onChoose?.({ id: code, name: code.toUpperCase() }),
    })),
    ...coins.map((coin) => ({
      key: coin.id,
      content: <FoundCoinParts coin={coin} currency={onChoose ? undefined : currency} />,
      choose: () => (onChoose ? onChoose(coin) : navigate(coinHref(coin.id, currency))),
    })),
    ...exchanges.map((exchange) => ({
      key: `exchange/${exchange.id}`,
      content: <FoundExchangeParts exchange={exchange} />,
      choose: () => navigate(exchangeHref(exchange.id, currency)),
    })),
    ...(onChoose || count === null || count <= coins.length ? [] : [allMatches(count)]),
  ];
  const isShown = isOpen && options.length > 0;

  function allMatches(count: number): Option {
    const query = parseQuery(field.current?.value ?? "");
    return {
      key: "all matches",
      content: <b>{`All ${decimal(count, currency, 0, 0)} coins for “${query}”`}</b>,
      choose: () => navigate(searchHref(query, currency, true)),
    };
  }

  // Tracked by key, so that an answer that arrives after an arrow key keeps the active option if it has the same coin.
  const active = options.findIndex(({ key }) => key === activeKey);

  const close = () => {
    setIsOpen(false);
    setIsPointed(false);
    setActiveKey(null);
  };

  const dismiss = () => {
    forget();
    close();
  };

  const clear = () => {
    if (field.current !== null) field.current.value = "";
    dismiss();
  };

  /** Moves to an option, or to the field if there is no such option; opens the list if needed. */
  const goTo = (index: number) => {
    setIsOpen(true);
    setActiveKey(options[index]?.key ?? null);
  };

  /** Actions of keys; true prevents the key's own effect. */
  const keys: Readonly<Record<string, (event: KeyboardEvent) => boolean>> = {
    ArrowDown({ altKey }) {
      goTo(altKey ? active : isShown ? active + 1 : 0);
      return true;
    },
    ArrowUp({ altKey }) {
      if (altKey) close();
      else goTo(isShown && active >= 0 ? active - 1 : options.length - 1);
      return true;
    },
    Escape() {
      if (isShown) close();
      else clear();
      return true;
    },
    Enter() {
      const option = isShown ? options[active] : undefined;
      if (option !== undefined) {
        clear();
        option.choose();
        return true;
      }
      return false;
    },
    Tab() {
      close();
      return false;
    },
  };

  // Without dependencies, because the actions of keys change with each render.
  useEffect(() => {
    const input = field.current;
    const press = (event: KeyboardEvent) => {
      if (event.isComposing) return;
      const action = keys[event.key];
      if (action?.(event)) event.preventDefault();
      if (action === undefined && event.key !== "Shift") setActiveKey(null);
    };
    input?.addEventListener("keydown", press);
    input?.addEventListener("blur", close);
    // It is sent with the typed text, and an answer that is under way would open the list over the next page.
    input?.form?.addEventListener("submit", dismiss);
    return () => {
      input?.removeEventListener("keydown", press);
      input?.removeEventListener("blur", close);
      input?.form?.removeEventListener("submit", dismiss);
    };
  });

  const listId = `${id}list`;
  const activeId = active < 0 ? null : `${id}${active}`;
  useComboboxRole(field, listId, isShown, activeId);
  return (
    <>
      <div
        className={isPointed ? "box suggestions is-pointed" : "box suggestions"}
        id={listId}
        role="listbox"
        aria-label="Suggestions"
        hidden={!isShown}
        // Browsers send it, too, where a list appears beneath a pointer that rests.
        onMouseMove={({ movementX, movementY }) =>
          setIsPointed(isPointed || movementX !== 0 || movementY !== 0)
        }
      >
        {options.map((option, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the focus and its keys are in the field.
          <div
            key={option.key}
            id={`${id}${index}`}
            className="found-coin"
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            // Keeps the focus in the field.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => {
              clear();
              option.choose();
            }}
          >
            {option.content}
          </div>
        ))}
      </div>
      <p className="is-sr-only" role="status">
        {announcement(isShown, coins.length, exchanges.length + currencies.length, count)}
      </p>
    </>
  );
}

/** A coin or an exchange. They may have the same id, but not the same key. */
interface Option {
  readonly key: string;
  readonly content: ReactNode;
  readonly choose: () => void;
}

function useComboboxRole(
  field: RefObject<HTMLInputElement>,
  listId: string,
  isShown: boolean,
  activeId: string | null,
): void {
  useEffect(() => {
    const input = field.current;
    input?.setAttribute("role", "combobox");
    input?.setAttribute("aria-autocomplete", "list");
    input?.setAttribute("aria-controls", listId);
    input?.setAttribute("aria-expanded", String(isShown));
    if (activeId === null) input?.removeAttribute("aria-activedescendant");
    else input?.setAttribute("aria-activedescendant", activeId);
    // Scrolls to as much of the list as fits, then to the active option.
    if (isShown) document.getElementById(activeId ?? listId)?.scrollIntoView({ block: "nearest" });
  }, [field, listId, isShown, activeId]);
}

/** @param others exchanges, or currencies */
function announcement(isShown: boolean, coins: number, others: number, count: number | null): string {
  if (count === 0 && others === 0) return "No suggestions";
  if (!isShown || count === null) return "";
  const shown = coins + others;
  const suggestions = shown === 1 ? "1 suggestion" : `${shown} suggestions`;
  if (count <= coins) return suggestions;
  return `${suggestions} of ${count} coins${others === 0 ? "" : " and of others"}`;
}

const DEBOUNCE_MS = 100;

interface Suggested {
  readonly coins: readonly PricedCoin[];
  /** How many match, including those not suggested; null: unknown. */
  readonly count: number | null;
  readonly exchanges: readonly FoundExchange[];
}

const NOTHING: Suggested = { coins: [], count: null, exchanges: [] };

/**
 * Returns the coins and exchanges for the text in a field, and a function that clears them. An answer that arrives after
 * another key press is ignored, and so is one for another page; a failed one yields none.
 */
function useSuggested(
  field: RefObject<HTMLInputElement>,
  currency: Currency,
  onAnswer: () => void,
): Suggested & { readonly forget: () => void } {
  const [suggested, setSuggested] = useState(NOTHING);
  const asking = useRef(new AbortController());
  const { key } = useLocation();

  function forget(): void {
    asking.current.abort();
    setSuggested(NOTHING);
  }

  function answer(found: Suggested): void {
    setSuggested(found);
    onAnswer();
  }

  async function ask(text: string): Promise<void> {
    asking.current.abort();
    asking.current = new AbortController();
    const { signal } = asking.current;
    if (parseQuery(text) === "") return answer(NOTHING);
    await new Promise((resolve) => setTimeout(resolve, DEBOUNCE_MS));
    if (signal.aborted) return;
    const found = await load(text, currency, signal);
    if (!signal.aborted) answer(found);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: what it calls depends on nothing else that changes.
  useEffect(() => {
    const input = field.current;
    const type = () => void ask(input?.value ?? "");
    input?.addEventListener("input", type);
    // Typed while this code was loading.
    if (input !== null && input.value !== input.defaultValue) type();
    return () => {
      asking.current.abort();
      input?.removeEventListener("input", type);
    };
  }, [currency]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has other suggestions.
  useEffect(() => forget, [key]);
  return { ...suggested, forget };
}

/** Without an answer there are no suggestions; the form still works. */
async function load(text: string, currency: Currency, signal: AbortSignal): Promise<Suggested> {
  try {
    const response = await fetch(suggestionsHref(text, currency), { signal });
    const found: Suggested = await response.json();
    return response.ok ? found : NOTHING;
  } catch {
    return NOTHING;
  }
}
