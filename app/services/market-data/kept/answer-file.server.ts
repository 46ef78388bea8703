import { mkdir, readFile, rename, stat, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { LRUCache } from "lru-cache";
import * as v from "valibot";
import { TIME } from "~/domain/time";
import type { Clock } from "../../clock.server";
import { type AnswerStore, NO_STORE } from "./answer-store.server";

/** A larger file is not read; what is written stays below it. */
const MAX_FILE_BYTES = 64_000_000;

/** Bytes of the compressed bodies, which are a third longer in the file. */
const MAX_KEPT_BYTES = 44_000_000;

/** Bytes of a body; longer ones are not accepted from the service. */
const MAX_BODY_BYTES = 4_100_000;

const MAX_AGE_MS = 7 * TIME.DAY;
const SAVE_EVERY_MS = 5 * TIME.MINUTE;

const [compress, decompress] = [promisify(gzip), promisify(gunzip)];

const time = v.pipe(v.number(), v.safeInteger());
const header = v.object({ service: v.string(), writtenAt: time, month: v.string(), calls: time });
const entry = v.object({ name: v.string(), fetchedAt: time, usefulUntil: time, body: v.string() });

interface KeptBody {
  readonly fetchedAt: number;
  readonly usefulUntil: number;
  /** Compressed. */
  readonly body: Buffer;
}

interface AnswerFileOptions {
  readonly path: string;
  /** The base address of the service: answers of another one are not read. */
  readonly serviceUrl: string;
  readonly clock: Clock;
}

/**
 * Keeps the bodies of answers in memory, compressed, and writes them to a file every five minutes and at the end of the process, so
 * that the next one knows them: a line for the whole, then one for each body, in JSON. A file that is wrong, old or too large is
 * reported in one line of the log, and the site starts cold.
 */
export function createAnswerFile({ path, serviceUrl, clock }: AnswerFileOptions): AnswerStore {
  const kept = new LRUCache<string, KeptBody>({
    maxSize: MAX_KEPT_BYTES,
    sizeCalculation: ({ body }, name) => body.byteLength + name.length + 100,
  });
  const writing = new Set<Promise<void>>();
  let [month, calls] = ["", 0];
  let isChanged = false;
  let saving = Promise.resolve();
  const loaded = load().catch((error: unknown) => {
    if (!isMissing(error)) console.warn(`market data file: not read (${reasonOf(error)}); starting cold`);
  });
  // One after the other: two would write to the same file.
  const saveNext = () => (saving = saving.then(save));
  const timer = setInterval(saveNext, SAVE_EVERY_MS).unref();

  async function load(): Promise<void> {
    if ((await stat(path)).size > MAX_FILE_BYTES) throw new Error("too large");
    const [first = "", ...lines] = (await readFile(path, "utf8")).trimEnd().split("\n");
    const whole = v.parse(header, JSON.parse(first));
    if (whole.service !== serviceUrl) throw new Error("of another service");
    if (clock.now() - whole.writtenAt > MAX_AGE_MS) throw new Error("too old");
    const entries = lines.map((line) => v.parse(entry, JSON.parse(line)));
    [month, calls] = [whole.month, whole.calls];
    for (const { name, body, ...times } of entries)
      if (times.fetchedAt <= clock.now()) kept.set(name, { ...times, body: Buffer.from(body, "base64") });
  }

  /** Writes all to another file, which then takes the place of the one before: no half of it is ever read. */
  async function save(): Promise<void> {
    if (!isChanged) return;
    isChanged = false;
    const writtenAt = clock.now();
    const entries = [...kept.entries()].reverse().filter(([, { usefulUntil }]) => usefulUntil > writtenAt);
    function* lines() {
      yield `${JSON.stringify({ service: serviceUrl, writtenAt, month, calls })}\n`;
      for (const [name, { body, ...times }] of entries)
        yield `${JSON.stringify({ name, ...times, body: body.toString("base64") })}\n`;
    }
    try {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(`${path}.new`, lines(), { mode: 0o600 });
      await rename(`${path}.new`, path);
    } catch (error) {
      console.warn(`market data file: not written (${reasonOf(error)})`);
    }
  }

  async function read(name: string) {
    const found = kept.get(name);
    if (found === undefined) return null;
    const body = await decompress(found.body, { maxOutputLength: MAX_BODY_BYTES }).catch(() => null);
    if (body === null) kept.delete(name);
    return body && { body: body.toString("utf8"), fetchedAt: found.fetchedAt };
  }

  return {
    ...NO_STORE,
    async read(name) {
      await loaded;
      return { answer: await read(name), pauseMs: 0 };
    },
    async *all() {
      await loaded;
      for (const name of [...kept.keys()].reverse()) {
        const answer = await read(name);
        if (answer !== null) yield [name, answer];
      }
    },
    async countInMonth(counted, ownCount, maxCount) {
      await loaded;
      const next = counted === month ? calls + 1 : ownCount;
      [month, calls] = [counted, next > maxCount ? ownCount : next];
      isChanged = true;
      return calls;
    },
    write(name, { body, fetchedAt }, usefulForMs) {
      const written = compress(body, { level: 1 }).then(async (compressed) => {
        // What was loaded is older.
        await loaded;
        kept.set(name, { fetchedAt, usefulUntil: clock.now() + usefulForMs, body: compressed });
        isChanged = true;
      });
      writing.add(written);
      void written.finally(() => writing.delete(written));
    },
    async close() {
      clearInterval(timer);
      await Promise.all(writing);
      await saveNext();
    },
  };
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}

function reasonOf(error: unknown): string {
  if (error instanceof SyntaxError || error instanceof v.ValiError) return "not what this site writes";
  return error instanceof Error ? error.message : String(error);
}
