import { Agent, get, type IncomingHttpHeaders } from "node:http";

export type Outcome =
  | {
      readonly kind: "answered";
      readonly status: number;
      readonly headers: IncomingHttpHeaders;
      readonly body: string;
    }
  | { readonly kind: "failed"; readonly reason: string };

/** Asks for a page and reads the answer to its end. */
export function ask(url: string, agent?: Agent): Promise<Outcome> {
  return new Promise((resolve) => {
    const fail = (error: Error) => resolve({ kind: "failed", reason: String(error) });
    get(url, { agent }, (answer) => {
      let body = "";
      answer.setEncoding("utf8");
      answer.on("data", (text: string) => {
        body += text;
      });
      answer.once("error", fail);
      answer.once("end", () => {
        const { statusCode: status = 0, headers } = answer;
        resolve(
          answer.complete
            ? { kind: "answered", status, headers, body }
            : { kind: "failed", reason: "cut off" },
        );
      });
    }).once("error", fail);
  });
}

export interface Load {
  /** Resolves once so many requests are answered. */
  answered(count: number): Promise<void>;
  /** From now on a request counts as begun after the signal. */
  markSignal(): void;
  /** Visitors go away one by one as they find the door shut; resolves when all have. */
  over(): Promise<{ readonly before: readonly Outcome[]; readonly after: readonly Outcome[] }>;
}

/** Visitors who ask for one page after the other until a request that they began after the signal fails. */
export function startLoad(
  base: string,
  paths: readonly string[],
  visitors: number,
  keepAlive: boolean,
): Load {
  const agent = new Agent({ keepAlive });
  const before: Outcome[] = [];
  const after: Outcome[] = [];
  let isMarked = false;
  let tell = () => {};
  const visit = async (first: number) => {
    for (let turn = first; ; turn += 1) {
      const outcomes = isMarked ? after : before;
      const outcome = await ask(`${base}${paths[turn % paths.length]}`, agent);
      outcomes.push(outcome);
      tell();
      if (outcome.kind === "failed") return;
    }
  };
  const all = Promise.all(Array.from({ length: visitors }, (_, first) => visit(first)));
  return {
    answered: (count) =>
      new Promise<void>((resolve) => {
        tell = () => {
          if (before.length >= count) resolve();
        };
        tell();
      }),
    markSignal() {
      isMarked = true;
    },
    async over() {
      await all;
      agent.destroy();
      return { before, after };
    },
  };
}
