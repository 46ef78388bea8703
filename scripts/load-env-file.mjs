import { existsSync, readFileSync } from "node:fs";
import { parseEnv } from "node:util";

/**
 * Sets the variables of `.env` that are not set yet. Node's own `process.loadEnvFile` reads UTF-8 without a byte order mark alone;
 * editors and shells of Windows write one, or UTF-16.
 */
export function loadEnvFile() {
  if (!existsSync(".env")) return;
  const bytes = readFileSync(".env");
  const [first, second] = bytes;
  // The marks of UTF-16, or the empty half of its first character.
  const isLittle = (first === 0xff && second === 0xfe) || second === 0;
  const isBig = (first === 0xfe && second === 0xff) || first === 0;
  const text = new TextDecoder(isLittle ? "utf-16le" : isBig ? "utf-16be" : "utf-8").decode(bytes);
  for (const [name, value] of Object.entries(parseEnv(text))) process.env[name] ??= value;
}
