import { useEffect, useState } from "react";
import { useHydrated } from "./hydration";
import { Icon } from "./icons";

const VISIBLE_BEYOND_PX = 100;

/**
 * Leads back to the top, shown beyond 100 px. Without JavaScript it is a link that the style sheet places below the first
 * screen; with it, a button that scrolls smoothly unless the visitor prefers reduced motion.
 */
export function ScrollToTop() {
  const isHydrated = useHydrated();
  const isBeyond = useScrolledBeyond();
  if (!isHydrated) {
    return (
      <div className="to-top-track">
        <a className="button is-icon to-top" href="#content">
          <Icon name="arrow-up" />
          <span className="is-sr-only">Scroll to top</span>
        </a>
      </div>
    );
  }
  if (!isBeyond) return null;
  return (
    <button
      className="button is-icon to-top is-floating"
      type="button"
      aria-label="Scroll to top"
      onClick={scrollToTop}
    >
      <Icon name="arrow-up" />
    </button>
  );
}

function useScrolledBeyond(): boolean {
  const [isBeyond, setIsBeyond] = useState(false);
  useEffect(() => {
    const update = () => setIsBeyond(window.scrollY > VISIBLE_BEYOND_PX);
    update();
    window.addEventListener("scroll", update, { passive: true });
    return () => window.removeEventListener("scroll", update);
  }, []);
  return isBeyond;
}

function scrollToTop(): void {
  const isStill = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  window.scrollTo({ top: 0, behavior: isStill ? "auto" : "smooth" });
}
