import { useNavigate } from "@remix-run/react";
import type { MouseEvent } from "react";

/**
 * Returns a click handler for an element with many plain links, which opens them in the page as Remix's `Link` does: to hydrate a
 * hundred of those takes a phone a tenth of a second.
 */
export function usePlainLinks(): (event: MouseEvent) => void {
  const navigate = useNavigate();
  return (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (link === null || event.defaultPrevented || event.button !== 0) return;
    const href = link.getAttribute("href") ?? "";
    // All others are for the browser.
    const isModified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (isModified || !href.startsWith("/") || link.getAttribute("target") !== null) return;
    event.preventDefault();
    navigate(href);
  };
}
