import { type ReactNode, type RefObject, useEffect, useRef } from "react";

interface TableRegionProps {
  readonly caption: string;
  readonly className?: string | undefined;
  /** Whether a change sorts the table, whose column then stands beside the price. */
  readonly isSortedByChange?: boolean;
  readonly children: ReactNode;
}

/**
 * A table that scrolls within its own region on a phone, where its first two columns stay in view. The headers stay in view on
 * all screens.
 */
export function TableRegion({ caption, className = "", isSortedByChange, children }: TableRegionProps) {
  const region = useRef<HTMLElement>(null);
  useHeadersInSight(region);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the caption says how it is sorted.
  useEffect(() => {
    if (isSortedByChange) region.current?.scrollTo({ left: 0 });
  }, [caption, isSortedByChange]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reached by keyboard.
    <section ref={region} className="box coin-table" aria-labelledby="coin-table-caption" tabIndex={0}>
      <table className={`table is-fullwidth has-text-right ${className}`.trim()}>
        <caption id="coin-table-caption">{caption}</caption>
        {children}
      </table>
    </section>
  );
}

/** Returns the id of a column's header, where a browser without a script comes back to once its link was followed. */
export function headerId(title: string): string {
  return `by-${title.toLowerCase().replace(/[^a-z0-9]+/g, "-")}`;
}

/**
 * Keeps the headers right below the site's bar, whatever its height. In a region that scrolls sideways they stick to the region,
 * not the screen, except in browsers with single-axis scroll containers (Chromium from 154): there the scroll offset is added.
 */
function useHeadersInSight(region: RefObject<HTMLElement>): void {
  useEffect(() => {
    const place = () => {
      const bar = document.querySelector(".site-bar")?.getBoundingClientRect().bottom;
      const { current } = region;
      if (current === null || bar === undefined) return;
      const { overflowX, overflowY } = getComputedStyle(current);
      const isStuckTo = overflowX === "auto" && overflowY !== "clip";
      const top =
        Math.max(0, bar) - (isStuckTo ? current.getBoundingClientRect().top + current.clientTop : 0);
      // Of the head alone: a property of the region would be inherited by thousands of elements at each scroll.
      current.querySelector("thead")?.style.setProperty("--headers-top", `${top}px`);
    };
    place();
    for (const event of ["scroll", "resize"]) window.addEventListener(event, place, { passive: true });
    return () => {
      for (const event of ["scroll", "resize"]) window.removeEventListener(event, place);
    };
  }, [region]);
}
