import { setImmediate as nextTurn } from "node:timers/promises";
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
 * gzip hold that many.
 * @throws {SyntaxError} for text that is not JSON, or nested deeper than 64 levels
 */
export function parseBoundedJson(text: string): unknown {
  endOfRows(text, 0, 0, text.length);
  return JSON.parse(text);
}

/** In characters. Shorter bodies are parsed at once; longer lists in chunks of this length, a few milliseconds each. */
const CHUNK_LENGTH = 200_000;

/**
 * Parses JSON of bounded depth as `parseBoundedJson` does, but serves other requests between the chunks of a long list: the
 * list of all coins would block them for 30 ms and more.
 * @throws {SyntaxError} as there
 */
export async function parseJsonInChunks(text: string): Promise<unknown> {
  if (text.length <= CHUNK_LENGTH || !text.trimStart().startsWith("[")) return parseBoundedJson(text);
  const rows: unknown[] = [];
  let from = text.indexOf("[") + 1;
  for (;;) {
    const end = endOfRows(text, from, 1, CHUNK_LENGTH);
    if (end === null) throw new SyntaxError("the list does not end");
    const isLast = text.charAt(end) !== ",";
    const parsed: unknown = JSON.parse(`[${text.slice(from, end)}]`);
    const chunk = Array.isArray(parsed) ? parsed : [];
    for (const row of chunk) rows.push(row);
    const isEmpty = isLast && rows.length === 0;
    if (chunk.length === 0 && !isEmpty) throw new SyntaxError("a comma without a row");
    if (isLast && text.slice(end).trim() !== "]") throw new SyntaxError("text after the list");
    if (isLast) return rows;
    from = end + 1;
    await nextTurn();
  }
}

/**
 * Finds the first end of a row that is at least `minLength` characters after `from`: the index of the comma after it, or of the
 * bracket that closes the list. Null where the text ends first.
 * @param depth brackets that are open at `from`
 * @throws {SyntaxError} where brackets are nested too deep
 */
function endOfRows(text: string, from: number, depth: number, minLength: number): number | null {
  let open = depth;
  let isInString = false;
  for (let index = from; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (isInString) {
      if (code === BACKSLASH) index += 1;
      else if (code === QUOTE) isInString = false;
    } else if (code === QUOTE) isInString = true;
    // Both brackets differ from both braces by one bit: [ and {, ] and }.
    else if ((code | 0x20) === 0x7b) {
      open += 1;
      if (open > MAX_DEPTH) throw new SyntaxError(`nested deeper than ${MAX_DEPTH} levels`);
    } else if ((code | 0x20) === 0x7d) {
      open -= 1;
      if (open === 0) return index;
    } else if (code === COMMA && open === 1 && index - from >= minLength) return index;
  }
  return null;
}

const COMMA = 0x2c;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
