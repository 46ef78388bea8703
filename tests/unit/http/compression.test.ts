import { expect, it } from "vitest";
import { compress } from "~/services/http/reply.server";
import { BusyError } from "~/services/http/work-queue.server";

const stays = () => new AbortController().signal;
const PAGE = "<p>Bitcoin</p>".repeat(4000);

it("keeps only the compressed forms of a page, in no more memory than they need", async () => {
  const body = await compress(Buffer.from(PAGE), "page", stays());
  expect(body.identity).toBeUndefined();
  for (const compressed of [body.gzip, body.br])
    expect(compressed?.buffer.byteLength).toBe(compressed?.byteLength);
});

/** Bodies as large as the longest price histories. */
function largeBodies(count: number): Buffer[] {
  return Array.from({ length: count }, (_, body) => {
    const points = Array.from({ length: 8000 }, (_, index) => (body + index) ** 3 / 7);
    return Buffer.from(JSON.stringify(points));
  });
}

it("compresses a page before the files that wait, of which two are compressed at a time", async () => {
  const done: string[] = [];
  const files = largeBodies(8).map((bytes, index) =>
    compress(bytes, "file", stays()).then(() => done.push(`file ${index}`)),
  );
  const pages = ["page", "page"].map((name) =>
    compress(Buffer.from(PAGE), "page", stays()).then(() => done.push(name)),
  );
  await Promise.all([...files, ...pages]);
  // Two files were under way, and two more may have begun with the second page.
  expect(done.indexOf("page")).toBeLessThanOrEqual(4);
});

it("queues at most fifty files, and drops those whose visitors have left", async () => {
  const [bytes = Buffer.alloc(0)] = largeBodies(1);
  const leaving = Array.from({ length: 52 }, () => new AbortController());
  const files = leaving.map(({ signal }) => compress(bytes, "file", signal));
  await expect(compress(bytes, "file", stays())).rejects.toThrow(BusyError);
  for (const visitor of leaving) visitor.abort(new Error("left"));
  const outcomes = await Promise.allSettled([...files, compress(bytes, "file", stays())]);
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
});

it("sends a sentence uncompressed", async () => {
  const bytes = Buffer.from("There is no such coin.\n");
  expect(await compress(bytes, "file", stays())).toEqual({ identity: bytes });
});
