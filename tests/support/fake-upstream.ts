import { randomUUID } from "node:crypto";
import { answerTo } from "./fake-answers";
import { type Behaviour, FAULTS, limited, startFaultyUpstream } from "./faulty-upstream";

const BASE_PATH = "/api/v3";

/** With this prefix of the path, the same server plays a service that refuses every call for ten minutes. */
export const RATE_LIMITED_PREFIX = "/rate-limited";

/** With this one, it plays a service that gives one year of history. */
export const ONE_YEAR_PREFIX = "/one-year";

const BUSY_PREFIX = "/busy-";

/** The base address of a service for one site alone, which refuses the first call for each history, and all others for six seconds after it. */
export function busyService(): string {
  return process.env["UPSTREAM_URL"]?.replace("/api", `${BUSY_PREFIX}${randomUUID()}/api`) ?? "";
}

/** Starts a real HTTP server that plays a version-3 service; its answers depend on the address and the time alone, but for those of a busy one. */
export async function startFakeUpstream() {
  const calls: string[] = [];
  const { url, stop } = await startFaultyUpstream(({ path }) => {
    // For tests in another process.
    if (path === "/calls") return { kind: "answer", body: calls };
    const call = path.replace(BASE_PATH, "");
    const isFirst = !calls.includes(call);
    calls.push(call);
    return behaviourFor(new URL(path, "http://upstream"), isFirst);
  });
  return {
    /** The base address, as in MARKET_DATA_URL. */
    url: url + BASE_PATH,
    /** Path and query of each call so far, in order. */
    calls,
    stop,
  };
}

function behaviourFor({ pathname, searchParams }: URL, isFirst: boolean): Behaviour {
  const [prefix = "", path = ""] = pathname.split(BASE_PATH);
  if (prefix === RATE_LIMITED_PREFIX) return limited("600");
  if (prefix.startsWith(BUSY_PREFIX) && isFirst && path.endsWith("/market_chart")) return limited("6");
  if (prefix === ONE_YEAR_PREFIX && searchParams.get("days") === "max") return FAULTS.beyondPlan;
  return answerTo(path, searchParams);
}
