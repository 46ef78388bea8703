import { useLocation } from "@remix-run/react";
import { useEffect, useState } from "react";

/** What is on the screen, in the browser only: an error page brings a document, and with it a component, of its own. */
let shown: { readonly key: string; readonly pathname: string } | null = null;

/**
 * Does what a browser does by itself when a document is loaded: after a navigation it says the new page's title, and
 * puts the focus at the beginning of another page. A page that only changes its currency or range keeps the focus.
 */
export function PageAnnouncer() {
  const { key, pathname } = useLocation();
  const [title, setTitle] = useState("");
  useEffect(() => {
    const previous = shown;
    shown = { key, pathname };
    if (previous === null || previous.key === key) return;
    setTitle(document.title);
    if (previous.pathname !== pathname) document.getElementById("content")?.focus({ preventScroll: true });
  }, [key, pathname]);
  return (
    <p className="is-sr-only" aria-live="polite">
      {title}
    </p>
  );
}
