import { useEffect, useRef } from "react";

/**
 * Leads the focus on when the control that had it has gone with its entry: to the start of the page it would be lost.
 * @param count entries that are shown
 * @param selector of what takes the focus, which has a `tabIndex`
 */
export function useFocusAfterRemoval(count: number, selector: string): void {
  const shown = useRef(count);
  useEffect(() => {
    const isFewer = count < shown.current;
    shown.current = count;
    if (isFewer && document.activeElement === document.body)
      document.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true });
  }, [count, selector]);
}
