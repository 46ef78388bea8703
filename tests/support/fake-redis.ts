import { createServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";
import { listen } from "./free-port.mjs";

/** Part of a reply of 300 MB. */
const PART = Buffer.alloc(1_000_000, "x");

/**
 * Starts a server with the few commands of Redis that replicas use, whose time is `Date.now`. It stops with the test.
 * @param longReplyTo the command that it answers with a text of 300 MB, a part every few milliseconds
 */
export async function startFakeRedis(longReplyTo?: string) {
  const stored = new Map<string, { value: string; until: number }>();
  const connections: Socket[] = [];

  function reply([name = "", key = "", ...words]: readonly string[]): string {
    if ((stored.get(key)?.until ?? 0) <= Date.now()) stored.delete(key);
    const known = stored.get(key);
    const expireIn = (ms: string | undefined) => Date.now() + Number(ms);
    switch (name) {
      case "HELLO":
        return "%0\r\n";
      case "GETRANGE":
        return `$${known?.value.length ?? 0}\r\n${known?.value ?? ""}\r\n`;
      case "PTTL":
        return `:${known ? known.until - Date.now() : -2}\r\n`;
      // Of the scripts only that which renews and ends a lock.
      case "EVAL": {
        const [, lockKey = "", token, ms] = words;
        const lock = stored.get(lockKey);
        const isOwn = lock?.value === token && (lock?.until ?? 0) > Date.now();
        if (lock && isOwn) lock.until = expireIn(ms);
        return `:${Number(isOwn)}\r\n`;
      }
      case "SET":
        if (words.includes("NX") && known) return "$-1\r\n";
        stored.set(key, { value: words[0] ?? "", until: expireIn(words[words.indexOf("PX") + 1]) });
        return "+OK\r\n";
      default:
        return "+OK\r\n";
    }
  }

  function sendSlowly(socket: Socket): void {
    socket.write(`$${300 * PART.length}\r\n`);
    const timer = setInterval(() => socket.writableNeedDrain || socket.write(PART), 20);
    socket.once("close", () => clearInterval(timer));
  }

  const server = createServer((socket) => {
    connections.push(socket);
    socket.on("error", () => {});
    socket.on("data", (data) => {
      for (const command of data
        .toString()
        .split(/\*\d+\r\n(?=\$)/)
        .slice(1)) {
        const words = command.split("\r\n").filter((_, index) => index % 2 === 1);
        if (words[0] === longReplyTo) sendSlowly(socket);
        else socket.write(reply(words));
      }
    });
  });
  const port = await listen(server);
  onTestFinished(() => {
    for (const socket of connections) socket.destroy();
    server.close();
  });
  return { url: `redis://127.0.0.1:${port}`, connections };
}
