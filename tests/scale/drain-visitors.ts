import { Agent, get, type IncomingHttpHeaders } from "node:http";

export type Outcome =
  | {
      readonly kind: "answered";
      readonly status: number;
      readonly headers: IncomingHttpHeaders;
      readonly body: string;
    }
  | { readonly kind: "failed"; readonly reason: string };

/** Requests a page and reads the answer to its end. */
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
  /** Resolves once this number of requests are answered. */
  answered(count: number): Promise<void>;
  /** From now on, requests count as sent after the signal. */
  markSignal(): void;
  /** Resolves when the last visitor has been refused a connection. */
  over(): Promise<{ readonly before: readonly Outcome[]; readonly after: readonly Outcome[] }>;
}

/** Visitors who request one page after another, until a request that they sent after the signal fails. */
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
  let onOutcome = () => {};
  const visit = async (first: number) => {
    for (let turn = first; ; turn += 1) {
      const outcomes = isMarked ? after : before;
      const outcome = await ask(`${base}${paths[turn % paths.length]}`, agent);
      outcomes.push(outcome);
      onOutcome();
      if (outcome.kind === "failed") return;
    }
  };
  const all = Promise.all(Array.from({ length: visitors }, (_, first) => visit(first)));
  return {
    answered: (count) =>
      new Promise<void>((resolve) => {
        onOutcome = () => {
          if (before.length >= count) resolve();
        };
        onOutcome();
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
