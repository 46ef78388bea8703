import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";

// Moves what only machines read, and React does not render here, to the end of the head, where React leaves it alone.
document.head.append(...document.querySelectorAll("[property],[type$=json]"));

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RemixBrowser />
    </StrictMode>,
  );
});
