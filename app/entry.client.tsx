import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot, type Root } from "react-dom/client";

/**
 * Built-ins that the scripts use and that are newer than their syntax: a browser may parse the scripts and still lack one. A test
 * compares the list with the built scripts.
 */
const USED_BUILT_INS: readonly (readonly [owner: object, name: string])[] = [
  [AbortSignal, "timeout"],
  [Array.prototype, "at"],
  [Array.prototype, "findLast"],
  [Object, "hasOwn"],
  [ReadableStream.prototype, "pipeThrough"],
  [String.prototype, "replaceAll"],
  [window, "TextEncoderStream"],
  [window, "TransformStream"],
];

/**
 * Restores the server's HTML if React has emptied the document, which happens when something throws outside of all error
 * boundaries. After a navigation that HTML is another page's, so the address is loaded instead.
 */
function keepServerHtml(root: Root): void {
  const { documentElement } = document;
  const { href } = window.location;
  const observer = new MutationObserver(() => {
    if (document.getElementById("content") !== null) return;
    observer.disconnect();
    root.unmount();
    // A copy, because React would still handle the events of its elements.
    if (window.location.href === href) document.append(documentElement.cloneNode(true));
    else window.location.reload();
  });
  observer.observe(document, { childList: true });
}

/**
 * Waits for the page's data. Remix throws that promise at its first render, where React may wait for it; but whoever presses a key
 * or a button meanwhile makes React render at once, which it then cannot, and the page would never become interactive.
 */
async function dataDecoded(): Promise<void> {
  try {
    RemixBrowser({});
  } catch (thrown) {
    if (!(thrown instanceof Promise)) throw thrown;
    await thrown;
  }
}

function hydrate(): void {
  // Lists are laid out whole from now on (_cards.scss), so that each is where it was left.
  window.addEventListener("popstate", () => document.documentElement.classList.add("went-back"));
  keepServerHtml(
    hydrateRoot(
      document,
      <StrictMode>
        <RemixBrowser />
      </StrictMode>,
    ),
  );
}

// Otherwise the page stays plain HTML.
if (USED_BUILT_INS.every(([owner, name]) => name in owner)) {
  dataDecoded().then(() => startTransition(hydrate));
}
