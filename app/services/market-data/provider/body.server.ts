import { MarketDataFailure } from "../failure.server";

/** How large the body of an answer may be. Each kind has limits of its own, beside what reads it. */
export interface BodyLimits {
  /** Counted after decompression. */
  readonly maxBytes: number;
  /** Objects, lists and everything in them. A value of two bytes can take 150 in memory. */
  readonly maxValues: number;
}

/** The deepest body of the service, that of trending coins, nests six levels. */
const MAX_DEPTH = 10;

/**
 * Reads the text of a body.
 * @throws {MarketDataFailure} `bad-response` for one longer than `maxBytes`, of which the rest is not read
 */
export async function readBoundedText(response: Response, path: string, maxBytes: number): Promise<string> {
  if (response.body === null) return "";
  const reader = response.body.getReader();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    bytes += part.value.byteLength;
    if (bytes > maxBytes) {
      await reader.cancel();
      throw tooLong(path, maxBytes);
    }
    chunks.push(part.value);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/**
 * Parses JSON within limits, also such as did not come through `readBoundedText`. `JSON.parse` itself ends the process when
 * millions of values stand in a body, beside or within each other, and 32 kB of gzip can contain that many.
 * @throws {MarketDataFailure} `bad-response` for text that is not JSON, too long, or has too many values or levels
 */
export function parseBoundedJson(text: string, path: string, { maxBytes, maxValues }: BodyLimits): unknown {
  if (Buffer.byteLength(text) > maxBytes) throw tooLong(path, maxBytes);
  const { values, depth } = measure(text, maxValues);
  if (depth > MAX_DEPTH) throw unreadable(`${path}: the body nests more than ${MAX_DEPTH} levels`);
  if (values > maxValues) throw unreadable(`${path}: the body has more than ${maxValues} values`);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw unreadable(`${path}: the body is not JSON`, cause);
  }
}

/** Counts the values of a JSON text and its levels, up to the first that is too many. */
function measure(text: string, maxValues: number): { readonly values: number; readonly depth: number } {
  // Each value is the first, after a bracket, or follows a comma. An empty list or object counts as two.
  let values = 1;
  let depth = 0;
  let isInString = false;
  for (let index = 0; index < text.length && depth <= MAX_DEPTH && values <= maxValues; index++) {
    const code = text.charCodeAt(index);
    if (isInString) {
      if (code === BACKSLASH) index += 1;
      else if (code === QUOTE) isInString = false;
    } else if (code === QUOTE) isInString = true;
    else if (code === COMMA) values += 1;
    // Brackets differ from braces by one bit: [ and {, ] and }.
    else if ((code | 0x20) === 0x7b) {
      depth += 1;
      values += 1;
    } else if ((code | 0x20) === 0x7d) depth -= 1;
  }
  return { values, depth };
}

function tooLong(path: string, maxBytes: number): MarketDataFailure {
  return unreadable(`${path}: the body is longer than ${maxBytes} bytes`);
}

function unreadable(message: string, cause?: unknown): MarketDataFailure {
  return new MarketDataFailure("bad-response", message, { status: 200, cause });
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
