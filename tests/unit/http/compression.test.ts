import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { compress, type EncodedBody } from "~/services/http/answer.server";

const PAGE = "<p>Bitcoin</p>".repeat(4000);

/** Compresses the page, and returns a reference to its plain bytes that does not keep them in memory. */
async function compressedPage(): Promise<[EncodedBody, WeakRef<ArrayBufferLike>]> {
  const bytes = Buffer.from(new TextEncoder().encode(PAGE).buffer);
  return [await compress(bytes), new WeakRef(bytes.buffer)];
}

it("keeps only the compressed forms of a page, in no more memory than they need", async () => {
  setFlagsFromString("--expose-gc");
  const collectGarbage: () => void = runInNewContext("gc");
  const [body, bytes] = await compressedPage();
  // A weak reference read in this turn of the event loop keeps its target until the next.
  await new Promise((resolve) => setImmediate(resolve));
  collectGarbage();
  expect(bytes.deref()).toBeUndefined();
  expect(body.identity).toBeUndefined();
  for (const compressed of [body.gzip, body.br])
    expect(compressed?.buffer.byteLength).toBe(compressed?.byteLength);
});
