import { Link } from "@remix-run/react";
import { useEffect, useSyncExternalStore } from "react";
import { coinHref } from "~/domain/addresses/page-addresses";
import type { FoundCoin } from "~/domain/market/coin";
import type { Currency } from "~/domain/market/currency";

/** Coins whose pages were opened in this browser, the latest first. They never leave it. */
type RecentCoins = readonly Pick<FoundCoin, "id" | "name">[];

const KEY = "recent-coins";
const MAX_RECENT = 6;

const listeners = new Set<() => void>();

/** Remembers in this browser, if it allows that, that a coin's page was opened. */
export function useRecentCoin({ id, name }: RecentCoins[number]): void {
  useEffect(() => {
    const others = parse(read()).filter((coin) => coin.id !== id);
    write(JSON.stringify([{ id, name }, ...others].slice(0, MAX_RECENT)));
  }, [id, name]);
}

/** The coins that were looked at last, in a line that has its place before the script has read them, and a button to forget them. */
export function RecentCoins({ currency }: { readonly currency: Currency }) {
  const coins = parse(useSyncExternalStore(subscribe, read, () => null));
  return (
    <div className="search-line recent-coins mt-3">
      {coins.length === 0 ? null : (
        <>
          <h2>Recently viewed:</h2>{" "}
          <button className="button" type="button" onClick={() => write("")}>
            Clear
          </button>{" "}
          {coins.map(({ id, name }) => (
            <Link key={id} to={coinHref(id, currency)}>
              {name}
            </Link>
          ))}
        </>
      )}
    </div>
  );
}

function read(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function write(text: string): void {
  try {
    localStorage.setItem(KEY, text);
  } catch {}
  for (const listener of listeners) listener();
}

function parse(text: string | null): RecentCoins {
  try {
    const coins: unknown = JSON.parse(text || "[]");
    return Array.isArray(coins) ? coins.filter(isRecent) : [];
  } catch {
    return [];
  }
}

function isRecent(coin: unknown): coin is RecentCoins[number] {
  const { id, name } = { ...(coin as Partial<FoundCoin> | null) };
  return typeof id === "string" && typeof name === "string";
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
