import { useNavigate } from "@remix-run/react";
import { createElement, type HTMLAttributes, type MouseEvent } from "react";

interface PlainLinksProps extends HTMLAttributes<Element> {
  readonly as: "ul" | "thead" | "tbody" | "nav" | "span" | "div";
  /** Whether the page stays where it is. The fragment of the links is where a browser without a script comes back to. */
  readonly stays?: boolean;
}

/**
 * An element with many plain links, which opens them in the page as Remix's `Link` does: to hydrate a hundred of those takes a
 * phone a tenth of a second. The router renders what uses `useNavigate` anew in each state of a navigation: here it is this
 * element, and not its links.
 */
export function PlainLinks({ as, stays = false, onClick, ...attributes }: PlainLinksProps) {
  const navigate = useNavigate();
  function open(event: MouseEvent): void {
    onClick?.(event);
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (link === null || event.defaultPrevented || event.button !== 0) return;
    const href = link.getAttribute("href") ?? "";
    // All others are for the browser.
    const isModified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (isModified || !href.startsWith("/") || link.getAttribute("target") !== null) return;
    event.preventDefault();
    // A fragment would move it.
    const to = stays ? href.replace(/#.*/, "") : href;
    navigate(to, { preventScrollReset: stays, replace: link.hasAttribute("aria-current") });
  }
  return createElement(as, { ...attributes, onClick: open });
}
