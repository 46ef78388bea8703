import { MarketDataFailure } from "./failure.server";

/** Counted after decompression. */
const MAX_BODY_BYTES = 10_000_000;

/** The service's own bodies nest eight levels deep. */
const MAX_DEPTH = 64;

/**
 * Reads the text of a body of at most 10 MB.
 * @throws {MarketDataFailure} `bad-response` for a longer one, of which the rest is not read
 */
export async function readBoundedText(response: Response, path: string): Promise<string> {
  if (response.body === null) return "";
  const reader = response.body.getReader();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    bytes += part.value.byteLength;
    if (bytes > MAX_BODY_BYTES) {
      await reader.cancel();
      throw new MarketDataFailure("bad-response", `${path}: the body is longer than ${MAX_BODY_BYTES} bytes`);
    }
    chunks.push(part.value);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/**
 * Parses JSON of bounded depth. `JSON.parse` itself ends the process when millions of brackets are nested, and 10 kB of
 * gzip can contain that many.
 * @throws {SyntaxError} for text that is not JSON, or nested deeper than 64 levels
 */
export function parseBoundedJson(text: string): unknown {
  let depth = 0;
  let isInString = false;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (isInString) {
      if (code === BACKSLASH) index += 1;
      else if (code === QUOTE) isInString = false;
    } else if (code === QUOTE) isInString = true;
    // Brackets differ from braces by one bit: [ and {, ] and }.
    else if ((code | 0x20) === 0x7b) depth += 1;
    else if ((code | 0x20) === 0x7d) depth -= 1;
    if (depth > MAX_DEPTH) throw new SyntaxError(`nested deeper than ${MAX_DEPTH} levels`);
  }
  return JSON.parse(text);
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
