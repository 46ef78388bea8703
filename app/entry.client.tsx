import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";

// Moves metadata that React does not render in the browser to the end of the head, where hydration ignores it.
document.head.append(...document.querySelectorAll("[property],[type$=json]"));

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RemixBrowser />
    </StrictMode>,
  );
});
