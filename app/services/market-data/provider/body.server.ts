import { MarketDataFailure } from "../failure.server";

/** Size limits of a body. Each kind of answer defines its own beside its reader. */
export interface BodyLimits {
  /** Counted after decompression. */
  readonly maxBytes: number;
  /** Objects, lists and all their values. A value of two bytes can take 150 in memory. */
  readonly maxValues: number;
}

/** The service's deepest body, that of trending coins, has six levels. */
const MAX_DEPTH = 10;

/**
 * Reads the text of a body.
 * @throws {MarketDataFailure} `bad-response` for one longer than `maxBytes`; the rest is not read
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
 * Parses JSON within limits, even text that bypassed `readBoundedText`. `JSON.parse` itself crashes the process on millions
 * of values, side by side or nested, and 32 kB of gzip can contain that many.
 * @throws {MarketDataFailure} `bad-response` for text that is not JSON, too long, or has too many values or levels
 */
export function parseBoundedJson(text: string, path: string, { maxBytes, maxValues }: BodyLimits): unknown {
  if (Buffer.byteLength(text) > maxBytes) throw tooLong(path, maxBytes);
  checkSize(text, path, maxValues);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw unreadable(`${path}: the body is not JSON`, cause);
  }
}

/** Counts the values and levels of a JSON text. @throws {MarketDataFailure} at the first that is too many */
function checkSize(text: string, path: string, maxValues: number): void {
  // Each value is the first, after a bracket, or follows a comma. An empty list or object counts as two.
  let values = 1;
  let depth = 0;
  let isInString = false;
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (isInString && character === "\\") index += 1;
    else if (character === '"') isInString = !isInString;
    else if (isInString) continue;
    else if (character === ",") values += 1;
    else if (character === "[" || character === "{") {
      depth += 1;
      values += 1;
    } else if (character === "]" || character === "}") depth -= 1;
    if (depth > MAX_DEPTH) throw unreadable(`${path}: the body nests more than ${MAX_DEPTH} levels`);
    if (values > maxValues) throw unreadable(`${path}: the body has more than ${maxValues} values`);
  }
}

function tooLong(path: string, maxBytes: number): MarketDataFailure {
  return unreadable(`${path}: the body is longer than ${maxBytes} bytes`);
}

function unreadable(message: string, cause?: unknown): MarketDataFailure {
  return new MarketDataFailure("bad-response", message, { status: 200, cause });
}
