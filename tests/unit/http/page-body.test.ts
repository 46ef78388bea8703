import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { encodePage, type PageBody } from "~/services/http/page-body.server";

const PAGE = "<p>Bitcoin</p>".repeat(4000);

/** Makes a body, and gives a reference to the bytes that it was made of which does not keep them. */
async function bodyAndBytes(): Promise<[PageBody, WeakRef<ArrayBufferLike>]> {
  const bytes = Buffer.from(new TextEncoder().encode(PAGE).buffer);
  const body = await encodePage(bytes);
  await body.compressed;
  return [body, new WeakRef(bytes.buffer)];
}

it("keeps a page compressed only, in no more memory than that takes", async () => {
  setFlagsFromString("--expose-gc");
  const collectGarbage: () => void = runInNewContext("gc");
  const [body, bytes] = await bodyAndBytes();
  // What was read in this turn is kept until the next one.
  await new Promise((resolve) => setImmediate(resolve));
  collectGarbage();
  expect(bytes.deref()).toBeUndefined();
  for (const packed of [body.gzip, body.brotli]) expect(packed?.buffer.byteLength).toBe(packed?.byteLength);
  expect((await body.identity()).toString()).toBe(PAGE);
});
