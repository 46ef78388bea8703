import { existsSync } from "node:fs";
import { mkdir, readFile, rename, stat, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { promisify } from "node:util";
import { gunzipSync, gzip } from "node:zlib";
import { LRUCache } from "lru-cache";
import * as v from "valibot";
import { TIME } from "~/domain/time";
import type { Clock } from "../../clock.server";
import { type AnswerStore, MAX_STORED_BYTES, NO_STORE, type RawAnswer } from "./answer-store.server";

/** A larger file is not read; written ones stay below this, because bodies are a third longer in the file. */
const [MAX_FILE_BYTES, MAX_KEPT_BYTES] = [64_000_000, 44_000_000];

const compress = promisify(gzip);

const MAX_AGE_MS = 7 * TIME.DAY;
const SAVE_EVERY_MS = 5 * TIME.MINUTE;

const time = v.pipe(v.number(), v.safeInteger());
const header = v.object({ service: v.string(), writtenAt: time, month: v.string(), calls: time });
const entry = v.object({ name: v.string(), fetchedAt: time, usefulUntil: time, body: v.string() });

interface KeptBody extends Omit<v.InferOutput<typeof entry>, "body"> {
  /** Compressed; base64 in the file. */
  readonly body: Buffer;
}

/**
 * Keeps the bodies of answers in memory, compressed, and writes them to a file every five minutes and on shutdown, for the next
 * process: one header line, then one line per body, in JSON. A file that is invalid, old or too large is reported in one line of
 * the log, and the site starts cold.
 * @param serviceUrl the base address of the service: answers of another one are ignored
 */
export function createAnswerFile(path: string, serviceUrl: string, clock: Clock): AnswerStore {
  const kept = new LRUCache<string, KeptBody>({
    maxSize: MAX_KEPT_BYTES,
    sizeCalculation: ({ name, body }) => body.byteLength + name.length + 100,
  });
  let [month, calls] = ["", 0];
  let isChanged = false;
  let saving = Promise.resolve();
  const loaded = load().catch((error: unknown) => {
    console.warn(`market data file: not read (${reasonOf(error)}); starting cold`);
  });
  // The loaded answers are older than what is written.
  let writing = loaded;
  // One after the other: two would write to the same file.
  const saveNext = () => (saving = saving.then(save));
  const timer = setInterval(saveNext, SAVE_EVERY_MS).unref();

  async function load(): Promise<void> {
    if (!existsSync(path)) return;
    if ((await stat(path)).size > MAX_FILE_BYTES) throw new Error("too large");
    const [first = "", ...lines] = (await readFile(path, "utf8")).trimEnd().split("\n");
    const whole = v.parse(header, JSON.parse(first));
    if (whole.service !== serviceUrl) throw new Error("of another service");
    if (clock.now() - whole.writtenAt > MAX_AGE_MS) throw new Error("too old");
    const entries = lines.map((line) => v.parse(entry, JSON.parse(line)));
    [month, calls] = [whole.month, whole.calls];
    for (const { body, ...of } of entries)
      if (of.fetchedAt <= clock.now()) kept.set(of.name, { ...of, body: Buffer.from(body, "base64") });
  }

  /** Writes everything to another file, which then replaces the previous one: a half-written file is never read. */
  async function save(): Promise<void> {
    if (!isChanged) return;
    isChanged = false;
    const writtenAt = clock.now();
    const useful = [...kept.values()].reverse().filter(({ usefulUntil }) => usefulUntil > writtenAt);
    function* lines() {
      yield `${JSON.stringify({ service: serviceUrl, writtenAt, month, calls })}\n`;
      for (const each of useful) yield `${JSON.stringify({ ...each, body: each.body.toString("base64") })}\n`;
    }
    try {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(`${path}.new`, lines(), { mode: 0o600 });
      await rename(`${path}.new`, path);
    } catch (error) {
      console.warn(`market data file: not written (${reasonOf(error)})`);
    }
  }

  return {
    ...NO_STORE,
    async read(name) {
      await loaded;
      return { answer: unpacked(kept.get(name)), pauseMs: 0 };
    },
    async *all() {
      await loaded;
      for (const each of [...kept.values()].reverse()) {
        const answer = unpacked(each);
        if (answer !== null) yield [each.name, answer];
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
      const usefulUntil = clock.now() + usefulForMs;
      // One after the other, so that the latest stays.
      writing = writing.then(async () => {
        kept.set(name, { name, fetchedAt, usefulUntil, body: await compress(body, { level: 1 }) });
        isChanged = true;
      });
      return writing;
    },
    async close() {
      clearInterval(timer);
      await writing;
      await saveNext();
    },
  };
}

/** Returns null for a body that is damaged or too large. */
function unpacked(packed: KeptBody | undefined): RawAnswer | null {
  if (packed === undefined) return null;
  try {
    const body = gunzipSync(packed.body, { maxOutputLength: MAX_STORED_BYTES });
    return { body: body.toString("utf8"), fetchedAt: packed.fetchedAt };
  } catch {
    return null;
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof SyntaxError || error instanceof v.ValiError) return "not what this site writes";
  return error instanceof Error ? error.message : String(error);
}
