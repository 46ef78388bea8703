import { createHash } from "node:crypto";
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gunzip, gzip } from "node:zlib";
import { createWorkQueue } from "./work-queue.server";

/** A body in its cached encodings: both compressed ones, or the plain bytes with those compressed at build time. */
export type EncodedBody =
  | { readonly br: Buffer; readonly gzip: Buffer; readonly identity?: undefined }
  | { readonly br?: Buffer; readonly gzip?: Buffer; readonly identity: Buffer };

/** A reply that can be sent to many visitors. */
export interface Reply {
  readonly status: number;
  /** Headers shared by all encodings, with names in lower case. */
  readonly headers: OutgoingHttpHeaders;
  readonly body: EncodedBody;
  /** Entity tag without quotes and without the suffix of an encoding; null if there is none. */
  readonly tag: string | null;
}

/** Sends a reply in the best encoding that the visitor accepts, or 304 if the visitor has it (RFC 9110, 15.4.5). */
export async function sendReply(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, body, tag }: Reply,
): Promise<void> {
  const encoding = acceptedEncodings(request).find((name) => body[name] !== undefined) ?? "identity";
  const etag = tag === null ? {} : { etag: `"${tag}${encoding === "identity" ? "" : `-${encoding}`}"` };
  if (tag !== null && matches(request.headers["if-none-match"], tag)) {
    const { "content-type": _type, ...others } = headers;
    response.writeHead(304, { ...others, ...etag }).end();
    return;
  }
  // Few visitors accept neither encoding: decompressing for them is cheaper than keeping a third copy.
  const bytes = body[encoding] ?? body.identity ?? (await unpack(body.gzip));
  response.writeHead(status, {
    ...headers,
    ...etag,
    ...(encoding === "identity" ? {} : { "content-encoding": encoding }),
    "content-length": bytes.byteLength,
  });
  // Node sends no body to a HEAD.
  response.end(bytes);
}

/** Hashes the content of a reply, the same for all encodings. */
export function entityTag(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("base64url").slice(0, 27);
}

/** Compares weakly (RFC 9110, 13.1.2): the encodings of one reply are the same reply. */
function matches(condition: string | undefined, tag: string): boolean {
  if (condition === undefined) return false;
  if (condition.trim() === "*") return true;
  return condition
    .split(",")
    .map((entry) => /^(?:W\/)?"(.*?)(?:-br|-gzip)?"$/.exec(entry.trim())?.[1])
    .includes(tag);
}

type Encoding = "br" | "gzip";

/** Encodings that the visitor accepts, the smallest first. Missing ones, and those of weight 0, are not accepted (RFC 9110, 12.5.3). */
function acceptedEncodings({ headers }: IncomingMessage): readonly Encoding[] {
  const names = String(headers["accept-encoding"] ?? "")
    .toLowerCase()
    .split(",")
    .map((entry) => entry.split(";").map((part) => part.trim()))
    .filter(([, weight]) => !/^q=0(\.0*)?$/.test(weight ?? ""))
    .map(([name]) => name);
  return (["br", "gzip"] as const).filter((encoding) => names.includes(encoding));
}

const unpack = promisify(gunzip);
const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);

/** The 170 kB of a hundred coins take 3 ms at 6, where they are 1 to 2 % larger, 6 ms at 8, and 24 ms at 9. */
const BROTLI_QUALITY = 8;
const GZIP_LEVEL = 6;

/**
 * Two bodies at a time, each in one encoding after the other: the other two of Node's four pool threads stay free for DNS and
 * files. A price history takes ten times as long as a page, so pages go first.
 */
const compressions = createWorkQueue(2, [
  ["page", 500],
  // 12 MB of the largest histories.
  ["file", 50],
]);

const MAX_PLAIN_BYTES = 200;

/**
 * Compresses a body in both encodings; the plain bytes are dropped. Rejects with BusyError if too many bodies wait, and when
 * `signal` is aborted while this one waits.
 */
export async function compress(
  bytes: Buffer,
  lane: "page" | "file",
  signal: AbortSignal,
): Promise<EncodedBody> {
  if (bytes.byteLength <= MAX_PLAIN_BYTES) return { identity: bytes };
  return compressions.run(lane, signal, async () => {
    const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY };
    const br = exactCopy(await compressBrotli(bytes, { params }));
    return { br, gzip: exactCopy(await compressGzip(bytes, { level: GZIP_LEVEL })) };
  });
}

/** zlib returns a slice of a larger buffer, which would stay in memory as a whole. */
function exactCopy(slice: Buffer): Buffer {
  return Buffer.from(new Uint8Array(slice).buffer);
}
