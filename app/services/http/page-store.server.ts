import { LRUCache } from "lru-cache";
import type { Lifetime } from "./lifetime.server";
import type { PageBody } from "./page-body.server";

/** A page as Remix has made it. */
export interface Page {
  readonly status: number;
  /** Headers of the page itself, without those of an encoding. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: PageBody;
  /** Null: for those alone who waited for it. */
  readonly lifetime: Lifetime | null;
  /** Time at which it was made, on the monotonic clock. */
  readonly madeAt: number;
  /** Time before which it is not made anew after a failure, on the same clock. */
  retryAt: number;
}

/** A page for all who ask for it while it lives. */
export interface KeptPage extends Page {
  readonly lifetime: Lifetime;
}

export function isKept(page: Page): page is KeptPage {
  return page.lifetime !== null;
}

export interface PageStore {
  get(key: string): KeptPage | undefined;
  set(key: string, page: KeptPage): void;
  delete(key: string): void;
}

/** Limits in bytes and entries. */
const LIMITS = {
  /** Pages that were asked for once: a flood of addresses pushes out only its like. */
  once: { max: 500, maxSize: 8_000_000 },
  again: { max: 4000, maxSize: 40_000_000 },
} as const;

/** Keeps pages in two parts, those that were asked for once and those that were asked for again. */
export function createPageStore(): PageStore {
  const sizeCalculation = ({ body }: KeptPage) => body.keptBytes + 2000;
  const once = new LRUCache<string, KeptPage>({ ...LIMITS.once, sizeCalculation });
  const again = new LRUCache<string, KeptPage>({ ...LIMITS.again, sizeCalculation });
  return {
    get(key) {
      const page = again.get(key);
      if (page !== undefined) return page;
      const first = once.get(key);
      if (first === undefined) return undefined;
      once.delete(key);
      again.set(key, first);
      return first;
    },
    set(key, page) {
      (again.has(key) ? again : once).set(key, page);
    },
    delete(key) {
      once.delete(key);
      again.delete(key);
    },
  };
}
