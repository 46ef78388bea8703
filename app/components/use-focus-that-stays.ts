import { useEffect, useRef } from "react";

/**
 * Leads the focus on when the control that had it has gone with a change of a list: it would be lost to the start of the page.
 * @param count entries that are shown
 * @param selector of what takes the focus, which has a `tabIndex`
 */
export function useFocusThatStays(count: number, selector: string): void {
  const shown = useRef(count);
  const focused = useRef<EventTarget | null>(null);
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      focused.current = target;
    };
    document.addEventListener("focusin", note);
    return () => document.removeEventListener("focusin", note);
  }, []);
  useEffect(() => {
    const hasChanged = count !== shown.current;
    shown.current = count;
    const { current } = focused;
    if (
      hasChanged &&
      document.activeElement === document.body &&
      current instanceof Node &&
      !current.isConnected
    )
      document.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true });
  }, [count, selector]);
}
