import { LRUCache } from "lru-cache";

export type Encoding = "br" | "gzip" | "identity";

/** A body in each encoding that it is at hand in. */
export type EncodedBody = Readonly<Partial<Record<Encoding, Buffer>>>;

/** Encodings in order of preference, the smallest first. */
const PREFERENCE: readonly Encoding[] = ["br", "gzip"];

/** Readings of `Accept-Encoding`, of which browsers send a handful; a made-up one pushes out only another. */
const readings = new LRUCache<string, readonly Encoding[]>({ max: 100 });

const MAX_HEADER_LENGTH = 200;

/**
 * Reads the encodings that a visitor takes, the best first. RFC 9110, 12.5.3: one that is not named, or named with a weight
 * of 0, is not taken.
 * @param accepted the header `Accept-Encoding`
 */
export function acceptedEncodings(accepted: string): readonly Encoding[] {
  const known = readings.get(accepted);
  if (known !== undefined) return known;
  const names = accepted
    .toLowerCase()
    .split(",")
    .map((entry) => entry.split(";").map((part) => part.trim()))
    .filter(([, weight]) => !/^q=0(\.0*)?$/.test(weight ?? ""))
    .map(([name]) => name);
  const encodings: readonly Encoding[] = [
    ...PREFERENCE.filter((encoding) => names.includes(encoding)),
    "identity",
  ];
  if (accepted.length <= MAX_HEADER_LENGTH) readings.set(accepted, encodings);
  return encodings;
}
