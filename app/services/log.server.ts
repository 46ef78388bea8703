import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import { format } from "node:util";

const requestIds = new AsyncLocalStorage<string>();

/**
 * Runs the work for a request, so that lines of the log can name it.
 * @param sent the header `X-Request-Id`; a new id is made unless it has 1 to 64 letters, digits, `-`, `_` and `.`
 */
export function runForRequest<Result>(sent: string | string[] | undefined, work: () => Result): Result {
  const isId = typeof sent === "string" && /^[\w.-]{1,64}$/.test(sent);
  return requestIds.run(isId ? sent : randomUUID(), work);
}

/** From now on, each message of the log is a line of JSON: time (ISO 8601, UTC), level, message, and requestId within a request. */
export function logAsJson(): void {
  const info = redirect(process.stdout, "info");
  const error = redirect(process.stderr, "error");
  Object.assign(console, {
    log: info("info"),
    info: info("info"),
    warn: error("warn"),
    error: error("error"),
  });
}

/** Makes lines of what is written to a stream without the console, such as remix-serve's for a request. @returns writers by level */
function redirect(stream: NodeJS.WriteStream, levelOfOthers: string) {
  const write = stream.write.bind(stream);
  const writer =
    (level: string) =>
    (...values: unknown[]) => {
      const [time, message] = [new Date().toISOString(), format(...values).trimEnd()];
      return write(`${JSON.stringify({ time, level, message, requestId: requestIds.getStore() })}\n`);
    };
  stream.write = (text: string | Uint8Array) => writer(levelOfOthers)(String(text));
  return writer;
}
