import type { ComponentType } from "react";
import { ErrorBanner } from "./error-banner";
import { ErrorView } from "./error-view";

/** What a page shows in its place when its data cannot be had. */
export function FailedCoins() {
  return <ErrorBanner heading="Coins" message={FAILED_COINS} />;
}

export function FailedCoin({ status = 502 }: { readonly status?: number }) {
  return <ErrorView message={FAILED_COIN} status={status} />;
}

export function FailedExchanges({ status = 502 }: { readonly status?: number }) {
  return <ErrorView message={FAILED_EXCHANGES} status={status} />;
}

export const FAILED_COINS = "Error While Fetching Coins";
export const FAILED_COIN = "Error While Fetching Coin";
export const FAILED_EXCHANGES = "Error While Fetching Exchanges";

/** The failure of the page at a path, or null for pages that fetch nothing. */
export function failedPageOf(pathname: string): ComponentType | null {
  if (pathname === "/coins") return FailedCoins;
  if (pathname === "/exchanges") return FailedExchanges;
  return pathname.startsWith("/coin/") ? FailedCoin : null;
}
