import { MarketDataFailure } from "./failure.server";
import { LONGEST_BODY_BYTES } from "./lives.server";

/**
 * The text of a body of at most 10 MB, counted after decompression.
 * @throws {MarketDataFailure} `bad-answer` for a longer one, which is then not read on
 */
export async function readBoundedText(response: Response, path: string): Promise<string> {
  if (response.body === null) return "";
  const reader = response.body.getReader();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    bytes += part.value.byteLength;
    if (bytes > LONGEST_BODY_BYTES) {
      await reader.cancel();
      throw new MarketDataFailure(
        "bad-answer",
        `${path}: the body is longer than ${LONGEST_BODY_BYTES} bytes`,
      );
    }
    chunks.push(part.value);
  }
  return Buffer.concat(chunks).toString("utf8");
}
