import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { contentSecurityPolicy } from "./content-security-policy.server";

type Bytes = Uint8Array<ArrayBuffer>;

/** A rendered document with everything that is the same for each visitor who gets it. */
export interface EncodedDocument {
  readonly identity: Bytes;
  readonly gzip: Bytes;
  /** Null until the slow compression is done, and for good where it failed or was not tried. */
  readonly brotli: Bytes | null;
  /** What `brotli` will be. It never rejects. */
  readonly finalBrotli: Promise<Bytes | null>;
  /** The entity tag without quotes and without the suffix of an encoding. */
  readonly tag: string;
  readonly contentSecurityPolicy: string;
}

const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);

/**
 * In a thread of its own: the 64 kB of a hundred coins take some 25 ms at this quality and 70 ms at the highest, for 3 %
 * less; one below takes 12 ms for 11 % more.
 */
const BROTLI_QUALITY = 10;
const GZIP_LEVEL = 6;

/**
 * Makes a document ready to be sent many times. Gzip comes first; the better brotli follows off the hot path, and until
 * it is there visitors get gzip.
 */
export async function encodeDocument(html: Bytes): Promise<EncodedDocument> {
  const document = { ...(await encodeOnce(html)), finalBrotli: brotliOf(html) };
  void document.finalBrotli.then((bytes) => {
    document.brotli = bytes;
  });
  return document;
}

/** The same for a document that is sent once and forgotten: brotli would come too late for it. */
export async function encodeOnce(html: Bytes): Promise<EncodedDocument> {
  return {
    identity: html,
    gzip: new Uint8Array(await compressGzip(html, { level: GZIP_LEVEL })),
    brotli: null,
    finalBrotli: Promise.resolve(null),
    tag: createHash("sha256").update(html).digest("base64url").slice(0, 27),
    contentSecurityPolicy: contentSecurityPolicy(Buffer.from(html).toString("utf8")),
  };
}

async function brotliOf(html: Bytes): Promise<Bytes | null> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: html.byteLength,
  };
  try {
    return new Uint8Array(await compressBrotli(html, { params }));
  } catch (error) {
    console.error(error);
    return null;
  }
}
