/** Size limits of a body, in bytes after decompression, and in objects, lists and all their values, of two bytes or more each. */
export interface BodyLimits {
  readonly maxBytes: number;
  readonly maxValues: number;
}

/** The deepest body of a market data service, that of trending coins, has six levels. */
const MAX_DEPTH = 10;

/** Why a body cannot be used: `is not JSON`. */
export class BodyError extends Error {
  override name = "BodyError";
}

/**
 * Reads the text of a body, without a byte order mark at its beginning, which JSON does not allow.
 * @throws {BodyError} for one longer than `maxBytes`; the rest is not read
 */
export async function readBoundedText(response: Response, maxBytes: number): Promise<string> {
  if (response.body === null) return "";
  const reader = response.body.getReader();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    bytes += part.value.byteLength;
    chunks.push(part.value);
    if (bytes <= maxBytes) continue;
    await reader.cancel();
    throw new BodyError(`is longer than ${maxBytes} bytes`);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

/**
 * Parses JSON within limits. `JSON.parse` itself crashes the process on millions of values, side by side or nested, and 32 kB of
 * gzip can contain that many.
 * @throws {BodyError} for text that is not JSON, too long, or has too many values or levels
 */
export function parseBoundedJson(text: string, { maxBytes, maxValues }: BodyLimits): unknown {
  if (Buffer.byteLength(text) > maxBytes) throw new BodyError(`is longer than ${maxBytes} bytes`);
  checkSize(text, maxValues);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new BodyError("is not JSON", { cause });
  }
}

/** Counts the values and levels of a JSON text. @throws {BodyError} at the first that is too many */
function checkSize(text: string, maxValues: number): void {
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
    if (depth > MAX_DEPTH) throw new BodyError(`nests more than ${MAX_DEPTH} levels`);
    if (values > maxValues) throw new BodyError(`has more than ${maxValues} values`);
  }
}
