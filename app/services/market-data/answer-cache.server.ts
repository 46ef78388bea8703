import { LRUCache } from "lru-cache";

type Load<Answer> = () => Promise<Answer>;

export interface AnswerCacheOptions {
  /** How many answers are kept; the one not asked for longest goes first. */
  readonly max: number;
  /** How long an answer is fresh, in milliseconds. After that the next reader waits for a new one. */
  readonly ttlMs: number;
}

/**
 * Remembers what upstream paths answered. Readers of one path that come at the same time share one call; a failure is
 * thrown to all of them and not remembered.
 */
export function createAnswerCache<Answer extends object>({ max, ttlMs }: AnswerCacheOptions) {
  const cache = new LRUCache<string, Answer, Load<Answer>>({
    max,
    ttl: ttlMs,
    ttlResolution: 1000,
    // Without it an entry that is evicted while its call is under way rejects for everyone who waits for it.
    ignoreFetchAbort: true,
    fetchMethod: (_path, _stale, { context }) => context(),
  });
  return async function remember(path: string, load: Load<Answer>): Promise<Answer> {
    return (await cache.fetch(path, { context: load })) ?? load();
  };
}
