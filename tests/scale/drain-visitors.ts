import { Agent } from "node:http";
import { setTimeout as read } from "node:timers/promises";
import { visit } from "./visitor";

export type Outcome = Awaited<ReturnType<typeof ask>>;

/**
 * Requests a page and reads the answer to its end. A connection of its own by default: a server may close one that is cached just as the
 * next request is sent, which browsers then send again.
 */
export async function ask(url: string, agent: Agent | false = false) {
  try {
    const { pathname, search } = new URL(url);
    return { kind: "answered", ...(await visit(url, pathname + search, { agent })) } as const;
  } catch (error) {
    return { kind: "failed", reason: String(error) } as const;
  }
}

/** How long a visitor looks at a page, in milliseconds: a site that is asked to stop still answers for seconds. */
const READING_MS = 100;

/** Visitors who request one page after another, until a request that they sent after the signal fails. */
export function startLoad(base: string, paths: readonly string[], visitors: number, keepAlive: boolean) {
  const agent = new Agent({ keepAlive });
  const before: Outcome[] = [];
  const after: Outcome[] = [];
  let isMarked = false;
  let onOutcome = () => {};
  const browse = async (first: number) => {
    for (let turn = first; ; turn += 1) {
      const outcomes = isMarked ? after : before;
      const outcome = await ask(`${base}${paths[turn % paths.length]}`, agent);
      outcomes.push(outcome);
      onOutcome();
      if (outcome.kind === "failed") return;
      await read(READING_MS);
    }
  };
  const all = Promise.all(Array.from({ length: visitors }, (_, first) => browse(first)));
  return {
    /** Resolves once this number of requests are answered. */
    answered: (count: number) =>
      new Promise<void>((resolve) => {
        onOutcome = () => {
          if (before.length >= count) resolve();
        };
        onOutcome();
      }),
    /** From now on, requests count as sent after the signal. */
    markSignal() {
      isMarked = true;
    },
    /** Resolves when the last visitor has been refused a connection. */
    async over() {
      await all;
      agent.destroy();
      return { before, after };
    },
  };
}
