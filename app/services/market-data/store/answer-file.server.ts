import { constants } from "node:fs";
import { type FileHandle, lstat, mkdir, open, rename, rm, utimes, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { dirname } from "node:path";
import { promisify } from "node:util";
import * as zlib from "node:zlib";
import { LRUCache } from "lru-cache";
import * as v from "valibot";
import { TIME } from "~/domain/time";
import type { Clock } from "../../clock.server";
import { noteFailure } from "../../metrics.server";
import {
  type AnswerStore,
  EMPTY_STORE,
  isPlausibleTime,
  MAX_STORED_BYTES,
  type RawAnswer,
} from "./answer-store.server";

/** A larger file is not read; written ones stay below this, because bodies are a third longer in the file. */
const [MAX_FILE_BYTES, MAX_BODIES_BYTES] = [64_000_000, 44_000_000];

/** Lines that are read, and answers that are stored: many times what 44 MB of answers are. */
const MAX_LINES = 20_000;

const MAX_AGE_MS = 7 * TIME.DAY;
const SAVE_EVERY_MS = 5 * TIME.MINUTE;
/** The lock of a process that has ended and whose number another one has got, or that was on another machine. */
const MAX_LOCK_AGE_MS = 3 * SAVE_EVERY_MS;
const LOCK_OWNER = `${hostname()} ${process.pid}`;

const [gzip, gunzip] = [promisify(zlib.gzip), promisify(zlib.gunzip)];

const time = v.pipe(v.number(), v.safeInteger());
const header = v.object({
  service: v.string(),
  writtenAt: time,
  month: v.pipe(v.string(), v.regex(/^(\d{4}-\d{2})?$/)),
  calls: v.pipe(time, v.minValue(0)),
});
const entry = v.object({ name: v.string(), fetchedAt: time, usefulUntil: time, body: v.string() });

interface StoredBody extends Omit<v.InferOutput<typeof entry>, "body"> {
  /** Compressed; base64 in the file. */
  readonly body: Buffer;
}

/**
 * Keeps the bodies of answers in memory, compressed, and writes them to a file every five minutes and on shutdown, for the next
 * process: one header line, then one line per body, in JSON. A file that is invalid, old or too large is reported in one line of
 * the log, and the site starts cold; a line that is invalid is left out. Where something else than a regular file is in its place,
 * or another process has locked it, the site goes on without.
 * @param serviceUrl the base address of the service: answers of another one are ignored
 */
export function createAnswerFile(path: string, serviceUrl: string, clock: Clock): AnswerStore {
  const [newPath, lockPath] = [`${path}.new`, `${path}.lock`];
  const stored = new LRUCache<string, StoredBody>({
    max: MAX_LINES,
    maxSize: MAX_BODIES_BYTES,
    sizeCalculation: ({ name, body }) => body.byteLength + name.length + 100,
  });
  let [month, calls] = ["", 0];
  let [isOurs, isChanged] = [false, false];
  let saving = Promise.resolve();
  const loaded = start();
  /** One after the other, so that the newest answer of a name stays. */
  let packing = loaded;
  // One after the other: two would write to the same file.
  const saveNext = () => (saving = saving.then(save));
  const timer = setInterval(saveNext, SAVE_EVERY_MS).unref();

  async function start(): Promise<void> {
    try {
      await mkdir(dirname(path), { recursive: true });
      const found = await lstat(path).catch(() => null);
      if (found !== null && !found.isFile()) throw new Error("not a regular file");
      await takeLock(lockPath);
      isOurs = true;
      // Of a process that was stopped while it wrote.
      await rm(newPath, { force: true }).catch(() => {});
      if (found !== null) await load();
    } catch (error) {
      const [what, then] = isOurs ? ["not read", "starting cold"] : ["not used", "going on without it"];
      console.warn(`market data file: ${what} (${reasonOf(error)}); ${then}`);
    }
  }

  async function load(): Promise<void> {
    const file = await openRegular(path);
    try {
      if ((await file.stat()).size > MAX_FILE_BYTES) throw new Error("too large");
      let [lines, unread] = [0, 0];
      for await (const line of file.readLines({ end: MAX_FILE_BYTES })) {
        lines += 1;
        if (lines === 1) readHeader(line);
        else if (lines > MAX_LINES || !readEntry(line)) unread += 1;
      }
      if (lines === 0) throw new SyntaxError();
      if (unread > 0) console.warn(`market data file: ${unread} of ${lines} lines not read`);
    } finally {
      await file.close();
    }
  }

  function readHeader(line: string): void {
    const whole = v.parse(header, JSON.parse(line));
    if (whole.service !== serviceUrl) throw new Error("of another service");
    if (!isPlausibleTime(whole.writtenAt, clock.now())) throw new SyntaxError();
    if (clock.now() - whole.writtenAt > MAX_AGE_MS) throw new Error("too old");
    [month, calls] = [whole.month, whole.calls];
  }

  function readEntry(line: string): boolean {
    try {
      const { body, ...of } = v.parse(entry, JSON.parse(line));
      // Of a clock that has been set back since.
      if (of.fetchedAt > clock.now()) return true;
      if (!isPlausibleTime(of.fetchedAt, clock.now())) return false;
      stored.set(of.name, { ...of, body: Buffer.from(body, "base64") });
      return true;
    } catch {
      return false;
    }
  }

  /** Writes everything to another file, which then replaces the previous one: a half-written file is never read. */
  async function save(): Promise<void> {
    if (!isOurs) return;
    // Another process may have taken the lock while this one was suspended.
    isOurs = await renewLock(lockPath);
    if (!isOurs) return console.warn("market data file: taken over by another process; going on without it");
    if (!isChanged) return;
    isChanged = false;
    const writtenAt = clock.now();
    const useful = [...stored.values()].reverse().filter(({ usefulUntil }) => usefulUntil > writtenAt);
    function* lines() {
      yield `${JSON.stringify({ service: serviceUrl, writtenAt, month, calls })}\n`;
      for (const each of useful) yield `${JSON.stringify({ ...each, body: each.body.toString("base64") })}\n`;
    }
    try {
      await rm(newPath, { force: true });
      await writeFile(newPath, lines(), { flag: "wx", mode: 0o600 });
      await rename(newPath, path);
    } catch (error) {
      // What is unfinished would keep a full disk full.
      await rm(newPath, { force: true }).catch(() => {});
      noteFailure(`file: not written (${reasonOf(error)}), so the next start has older data.`);
      console.warn(`market data file: not written (${reasonOf(error)})`);
    }
  }

  return {
    ...EMPTY_STORE,
    async read(name) {
      await loaded;
      return { answer: await unpacked(stored.get(name)), pauseMs: 0 };
    },
    async *all() {
      await loaded;
      for (const each of [...stored.values()].reverse()) {
        const answer = await unpacked(each);
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
    async write(name, { body, fetchedAt }, usefulForMs) {
      const usefulUntil = clock.now() + usefulForMs;
      // After the loaded answer, which is older.
      packing = packing.then(async () => {
        if (!isOurs) return;
        stored.set(name, { name, fetchedAt, usefulUntil, body: await gzip(body, { level: 1 }) });
        isChanged = true;
      });
      await packing;
    },
    async close() {
      clearInterval(timer);
      await packing;
      await saveNext();
      if (isOurs) await rm(lockPath, { force: true }).catch(() => {});
    },
  };
}

/** Opens a file to read it, and nothing else: a pipe would never end, and a link leads elsewhere. */
async function openRegular(path: string): Promise<FileHandle> {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  const file = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  if ((await file.stat()).isFile()) return file;
  await file.close();
  throw new Error("not a regular file");
}

/** Returns who holds a lock, and for how long they have not renewed it. */
async function readLock(path: string) {
  const file = await openRegular(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(300), 0, 300, 0);
    return { owner: buffer.toString("utf8", 0, bytesRead), ageMs: Date.now() - (await file.stat()).mtimeMs };
  } finally {
    await file.close();
  }
}

async function takeLock(path: string): Promise<void> {
  const create = () => writeFile(path, LOCK_OWNER, { flag: "wx", mode: 0o600 });
  try {
    await create();
  } catch (error) {
    if (!hasCode(error, "EEXIST")) throw error;
    const { owner, ageMs } = await readLock(path);
    const [host = "", pid] = owner.split(" ");
    const mayLive = owner !== "" && (host !== hostname() || isRunning(Number(pid)));
    if (owner !== LOCK_OWNER && ageMs < MAX_LOCK_AGE_MS && mayLive) throw new Error(`in use by ${owner}`);
    await rm(path);
    await create();
  }
}

async function renewLock(path: string): Promise<boolean> {
  try {
    if ((await readLock(path)).owner !== LOCK_OWNER) return false;
    await utimes(path, new Date(), new Date());
    return true;
  } catch {
    return false;
  }
}

function isRunning(pid: number): boolean {
  if (!(Number.isSafeInteger(pid) && pid > 0)) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return !hasCode(error, "ESRCH");
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}

/** Returns null for a body that is damaged or too large. */
async function unpacked(packed: StoredBody | undefined): Promise<RawAnswer | null> {
  if (packed === undefined) return null;
  try {
    const body = await gunzip(packed.body, { maxOutputLength: MAX_STORED_BYTES });
    return { body: body.toString("utf8"), fetchedAt: packed.fetchedAt };
  } catch {
    return null;
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof SyntaxError || error instanceof v.ValiError) return "not what this site writes";
  return error instanceof Error ? error.message : String(error);
}
