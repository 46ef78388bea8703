import { type FaultyUpstream, startFaultyUpstream } from "../support/faulty-upstream";

/** Starts a stand-in for the app that answers with the address it was asked for, allows that to be kept for ten minutes, and hears what it is asked. */
export function startEcho(): Promise<FaultyUpstream> {
  return startFaultyUpstream(({ path }) => ({
    kind: "answer",
    headers: { "content-type": "text/html", "cache-control": "public, s-maxage=600" },
    body: path,
  }));
}
