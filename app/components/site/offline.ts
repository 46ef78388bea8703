import { useLocation } from "@remix-run/react";
import { useEffect } from "react";
import { pageAddress } from "~/domain/addresses/canonical-address";
import { isKeptOffline } from "~/domain/addresses/page-addresses";

const WORKER = "/service-worker.js";

/** Milliseconds after the page is loaded, in which nothing else is fetched. */
const PAUSE_MS = 2000;

/**
 * Lets the service worker keep each page that is opened, for when there is no network. It is registered when the first page is
 * loaded, after a pause. Not in development, which has no such worker.
 */
export function useOfflinePages(isOn: boolean): void {
  const { pathname, search } = useLocation();
  const address = pathname + search;
  useEffect(() => {
    // Browsers have it on secure origins only.
    if (!isOn || !import.meta.env.PROD || !("serviceWorker" in navigator)) return;
    if (!isKeptOffline(address)) return;
    const keepSoon = () => setTimeout(() => keepPage(address).catch(() => {}), PAUSE_MS);
    if (document.readyState === "complete") keepSoon();
    else window.addEventListener("load", keepSoon, { once: true });
  }, [isOn, address]);
}

async function keepPage(address: string): Promise<void> {
  await navigator.serviceWorker.register(WORKER);
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage(new URL(address, window.location.href).href);
}

/** Returns whether the service worker answers documents of this site, with a kept one when there is no network. */
export function hasKeptPages(): boolean {
  return Boolean(navigator.serviceWorker?.controller);
}

/** Returns where the service worker has kept the page of a canonical address, in any spelling; undefined: it has not. */
export async function keptAt(address: string): Promise<string | undefined> {
  const pages = hasKeptPages() ? await (await caches.open("pages")).keys() : [];
  return pages.find(({ url }) => pageAddress(new URL(url)) === address)?.url;
}

/** Returns the line that says that the page could not be refreshed, or that the service worker has kept it; null: there is none. */
export const offlineLine = () => document.getElementById("offline");

/** Shows that line at the end of the body, where React leaves it alone. */
export function showOfflineLine(text: string): void {
  const line = offlineLine() ?? document.body.appendChild(document.createElement("p"));
  // What has not changed is not announced again.
  if (line.textContent === text) return;
  line.id = "offline";
  line.role = "alert";
  line.className = "notification is-warning out-of-date-notice is-floating";
  line.textContent = text;
}
