import { type RefObject, useEffect, useRef, useState } from "react";
import type { FoundCoin } from "~/domain/market/coin";
import { suggestionsHref } from "~/domain/pages";
import { parseQuery } from "~/domain/search/query";

/** Milliseconds after the last key: who types fast asks once. */
const DEBOUNCE_MS = 100;

interface Suggested {
  readonly coins: readonly FoundCoin[];
  /** How many match, those that are not suggested too; null: nobody knows. */
  readonly count: number | null;
}

const NOTHING: Suggested = { coins: [], count: null };

/**
 * Returns the coins for what is typed into a field, and a function that forgets them. An answer that comes after another key,
 * or not at all, is none.
 * @param onAnswer called with each new answer: whether there are any coins
 */
export function useSuggestedCoins(
  field: RefObject<HTMLInputElement>,
  onAnswer: (hasCoins: boolean) => void,
): Suggested & { readonly forget: () => void } {
  const [suggested, setSuggested] = useState(NOTHING);
  const asking = useRef(new AbortController());

  function forget(): void {
    asking.current.abort();
    setSuggested(NOTHING);
  }

  function answer(found: Suggested): void {
    setSuggested(found);
    onAnswer(found.coins.length > 0);
  }

  async function ask(text: string): Promise<void> {
    asking.current.abort();
    asking.current = new AbortController();
    const { signal } = asking.current;
    if (parseQuery(text) === "") return answer(NOTHING);
    await new Promise((resolve) => setTimeout(resolve, DEBOUNCE_MS));
    if (signal.aborted) return;
    const found = await load(text, signal);
    if (!signal.aborted) answer(found);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: listens once; what it calls depends on nothing that changes.
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
  }, []);
  return { ...suggested, forget };
}

/** Without an answer there are no suggestions; the form still works. */
async function load(text: string, signal: AbortSignal): Promise<Suggested> {
  try {
    const response = await fetch(suggestionsHref(text), { signal });
    const found: Suggested = await response.json();
    return response.ok ? found : NOTHING;
  } catch {
    return NOTHING;
  }
}
