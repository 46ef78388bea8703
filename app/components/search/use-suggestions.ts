import { type RefObject, useEffect, useRef, useState } from "react";
import type { Suggestions } from "./suggestions.client";

type Field = RefObject<HTMLInputElement>;

/**
 * Returns the suggestions of a field once their code has loaded, and a function that loads it: for when the field is pointed at
 * or has the focus. Without them the field's form works all the same.
 */
export function useSuggestions(field: Field): [typeof Suggestions | null, () => void] {
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
export function useTextThatFollows(field: Field, text: string): void {
  const shown = useRef(text);
  useEffect(() => {
    if (field.current !== null && shown.current !== text) field.current.value = text;
    shown.current = text;
  }, [field, text]);
}
