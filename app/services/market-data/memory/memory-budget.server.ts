import { getHeapStatistics } from "node:v8";
import { LRUCache } from "lru-cache";

/** The part of the heap for what is known; page cache, search index and rendering need the rest. */
const PART_OF_HEAP = 0.4;

/** Where Node may use gigabytes, more than this is of little use: what is asked for often fits. */
const MAX_BYTES = 256_000_000;

const ENTRY_BYTES = 150;

/** Returns the bytes for all that is known. @param heapLimit in bytes, as V8 counts it: `--max-old-space-size` and the young generation */
export function usualMemoryBudget(heapLimit = getHeapStatistics().heap_size_limit): number {
  return Math.min(MAX_BYTES, Math.floor(PART_OF_HEAP * heapLimit));
}

export type MemoryBudget = ReturnType<typeof createMemoryBudget>;

/**
 * Creates the one budget of memory for all that is known of the market. Each kind of data has a cache with a share of the budget, and
 * may use more while there is room. Once all together exceed the budget, the cache that is furthest beyond its share loses what was
 * used least recently. So a flood of one kind evicts its own, and nothing within its share is ever evicted.
 */
export function createMemoryBudget(maxBytes = usualMemoryBudget()) {
  const parts: Part[] = [];

  function makeRoom(): void {
    while (parts.reduce((sum, { cache }) => sum + cache.calculatedSize, 0) > maxBytes) {
      const excess = ({ cache, share }: Part) => cache.calculatedSize / share;
      parts.reduce((most, part) => (excess(part) > excess(most) ? part : most)).cache.pop();
    }
  }

  return {
    /**
     * Creates a cache whose values never change: an entry is weighed when it is set.
     * @param share of the budget; all together at most 1
     * @param isExpired whether `purge` removes a value
     */
    cache<Value extends object>(
      share: number,
      isExpired: (value: Value) => boolean,
    ): LRUCache<string, Value> {
      const cache = new LRUCache<string, Value>({
        maxSize: maxBytes,
        sizeCalculation: (value, key) => ENTRY_BYTES + heapBytes(key) + heapBytes(value),
        onInsert: makeRoom,
      });
      function purge(): void {
        for (const [key, value] of cache.entries()) if (isExpired(value)) cache.delete(key);
      }
      parts.push({ cache, share, purge });
      return cache;
    },
    purge(): void {
      for (const part of parts) part.purge();
    },
  };
}

interface Part {
  readonly cache: Pick<LRUCache<string, object>, "calculatedSize" | "pop">;
  readonly share: number;
  readonly purge: () => void;
}

/**
 * Estimates the memory of a value in bytes, on V8's heap and beside it (typed arrays), as measured on Node 20 and 24. What it
 * references twice counts once.
 */
export function heapBytes(value: unknown, seen: Set<object> = new Set()): number {
  // Characters take two bytes each in a text with any beyond Latin-1; whether it has any beyond ASCII is quicker to see.
  if (typeof value === "string")
    return 32 + value.length * (Buffer.byteLength(value) === value.length ? 1 : 2);
  if (typeof value === "number") return 16;
  if (typeof value !== "object" || value === null || seen.has(value)) return 0;
  seen.add(value);
  if (ArrayBuffer.isView(value)) return 200 + value.byteLength;
  // Numbers stand in an array as they are, unless it is frozen: then each is an object of its own.
  if (Array.isArray(value) && typeof value[0] === "number")
    return 48 + value.length * (Object.isFrozen(value) ? 24 : 11);
  const [bytesPerItem, items] =
    value instanceof Map ? [24, [...value.keys(), ...value.values()]] : [8, Object.values(value)];
  let bytes = 48;
  for (const item of items) bytes += bytesPerItem + heapBytes(item, seen);
  return bytes;
}
