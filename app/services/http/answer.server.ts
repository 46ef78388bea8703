import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { acceptedEncodings, type EncodedBody, type Encoding } from "./encodings.server";

/** An answer that can be sent to many visitors. */
export interface Answer {
  readonly status: number;
  /** Headers that all encodings have in common, with names in lower case. */
  readonly headers: OutgoingHttpHeaders;
  readonly body: EncodedBody;
  /** Entity tag without quotes and without the suffix of an encoding; null for an answer that has none. */
  readonly tag: string | null;
}

/** Sends an answer in the best encoding that the visitor takes, or 304 to who has it already (RFC 9110, 15.4.5). */
export function sendAnswer(request: IncomingMessage, response: ServerResponse, answer: Answer): void {
  const { status, headers, body, tag } = answer;
  const [encoding, bytes] = choose(request, body);
  const etag = tag === null ? null : `"${tag}${encoding === "identity" ? "" : `-${encoding}`}"`;
  const tagged = etag === null ? headers : { ...headers, etag };
  if (tag !== null && isKnown(request.headers["if-none-match"], tag)) {
    const { "content-type": _type, ...others } = tagged;
    response.writeHead(304, others).end();
    return;
  }
  response.writeHead(status, {
    ...tagged,
    ...(encoding === "identity" ? {} : { "content-encoding": encoding }),
    "content-length": bytes.byteLength,
  });
  response.end(request.method === "HEAD" ? undefined : bytes);
}

const NOTHING = Buffer.alloc(0);

function choose(request: IncomingMessage, body: EncodedBody): [Encoding, Buffer] {
  for (const encoding of acceptedEncodings(String(request.headers["accept-encoding"] ?? ""))) {
    const bytes = body[encoding];
    if (bytes !== undefined) return [encoding, bytes];
  }
  return ["identity", NOTHING];
}

/** Compares weakly (RFC 9110, 13.1.2): the encodings of one answer are the same answer. */
function isKnown(condition: string | undefined, tag: string): boolean {
  if (condition === undefined) return false;
  if (condition.trim() === "*") return true;
  return condition
    .split(",")
    .map((entry) => /^(?:W\/)?"(.*?)(?:-br|-gzip)?"$/.exec(entry.trim())?.[1])
    .includes(tag);
}
