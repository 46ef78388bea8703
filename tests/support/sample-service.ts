import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { createSampleMarket } from "~/services/sample-market/sample-market.server";
import { type Behaviour, FAULTS, limited, startFaultyUpstream, type UpstreamCall } from "./faulty-upstream";

type Answer = Extract<Behaviour, { readonly kind: "answer" }>;

/** How a service fails, with what it would have answered. */
export const SERVICE_FAULTS: Readonly<
  Record<string, (right: Promise<Answer>, call: UpstreamCall) => Promise<Behaviour> | Behaviour>
> = {
  late: async (right) => ({ kind: "slow", until: pause(5000, undefined, { ref: false }), next: await right }),
  cut: () => ({ kind: "cut" }),
  refused: () => limited("60"),
  /** What is over the limit is said within a 200. */
  "refused-in-200": () => ({
    kind: "answer",
    body: { status: { error_code: 429, error_message: "Throttled." } },
  }),
  html: () => FAULTS.html,
  "byte-order-mark": async (right) => ({
    ...(await right),
    body: `\uFEFF${JSON.stringify((await right).body)}`,
  }),
  /** One value in eight is another one than described. */
  odd: async (right, { path }) => ({ ...(await right), body: withOddValues((await right).body, path) }),
  /** Prices of three hours ago. */
  stale: (right) => right,
};

const STALE_MS = 3 * 3_600_000;
const ODD_VALUES: readonly unknown[] = [null, "", "NaN", -1, 1e300, {}, [], "12.5"];

/** Replaces values by odd ones, always the same of a path; ids stay, as a row without one is dropped. */
function withOddValues(body: unknown, path: string): unknown {
  let count = 0;
  return JSON.parse(
    JSON.stringify(body, (key, value: unknown) => {
      if (key === "id" || (typeof value === "object" && value !== null)) return value;
      const [choice = 0, odd = 0] = createHash("md5").update(`${path} ${count++}`).digest();
      return choice < 32 ? ODD_VALUES[odd % ODD_VALUES.length] : value;
    }),
  );
}

interface SampleServiceOptions {
  /** 0: a free one. */
  readonly port?: number;
  readonly plan?: "paid" | "free";
  /** A key of `SERVICE_FAULTS`. */
  readonly fault?: string | undefined;
}

/** Plays the sample market over HTTP, as a version-3 service does, at `url`. */
export async function startSampleService({ port = 0, plan = "paid", fault }: SampleServiceOptions = {}) {
  const now = () => Date.now() - (fault === "stale" ? STALE_MS : 0);
  const market = createSampleMarket({ plan, now });
  async function answerTo({ path }: UpstreamCall): Promise<Answer> {
    const response = await market(new Request(new URL(path, "http://127.0.0.1")));
    const isPicture = response.headers.get("content-type") === "image/png";
    const body: unknown = isPicture ? new Uint8Array(await response.arrayBuffer()) : await response.json();
    return { kind: "answer", status: response.status, body };
  }
  const upstream = await startFaultyUpstream((call) => {
    const play = SERVICE_FAULTS[fault ?? ""] ?? ((right) => right);
    return { kind: "later", answered: Promise.resolve(play(answerTo(call), call)) };
  }, port);
  return { ...upstream, url: `${upstream.url}/api/v3` };
}
