import { useEffect } from "react";
import { pageAddress } from "~/domain/addresses/canonical-address";

const FIGURES = "main :is(.price, .card-price, .change, td)";

/** What hydration changes, and the pointer. */
const OTHERS = "time, figure *";

const TINT_MS = 600;

/** Tints the figures that change while the page stays at its address, as by a refresh. Moves nothing. */
export function useTintOfChanges(address: string): void {
  useEffect(() => {
    const stillness = window.matchMedia("(prefers-reduced-motion: reduce)");
    const observer = new MutationObserver((changes) => {
      // The same elements may have figures in another currency now.
      if (stillness.matches || pageAddress(window.location) !== address) return;
      const parents = changes.map(({ target }) => target.parentElement);
      const figures = parents.map((parent) => (parent?.matches(OTHERS) ? null : parent?.closest(FIGURES)));
      for (const figure of new Set(figures))
        figure?.animate([{ backgroundColor: "var(--accent-soft)", offset: 0 }], TINT_MS);
    });
    observer.observe(document, { characterData: true, subtree: true });
    return () => observer.disconnect();
  }, [address]);
}
