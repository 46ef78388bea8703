/**
 * Limits of what one process grants its visitors. Times in milliseconds. All of it is generous for a browser on a bad line, and
 * small enough that nobody can hold the process up, or fill its memory, without sending honest requests.
 */
export const LIMITS = {
  /** Connections at a time; further ones are closed at once. */
  connections: 2000,
  /** Requests that wait on one connection for the answer before them to be read. Browsers send none ahead. */
  waitingRequests: 16,
  /** Bytes of a body. The forms of the site send a few dozen, up to 2,000 of an address, and a list of up to 3,500. */
  bodyBytes: 8192,
  /** Time from the start of a connection, or of a later request, to the end of the request's headers. */
  headMs: 10_000,
  /** Time from there to the end of the body, counted from the same start. */
  requestMs: 15_000,
  /** Time without a request. nginx gives connections up after 4 s, so that it never meets the closing. */
  idleMs: 5_000,
  /** Time without a byte read of an answer that is there; Node notices when this time, or twice it, is over. */
  unreadMs: 15_000,
  /** Time for a visitor who still sends a body to read that it is refused. */
  lingerMs: 1_000,
  /** Time between two checks for requests that are late. */
  checkMs: 1_000,
} as const;

export type Limits = Readonly<Record<keyof typeof LIMITS, number>>;
