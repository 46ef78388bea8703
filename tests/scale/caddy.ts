import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../support/free-port.mjs";
import { startProcess } from "../support/process";

/**
 * Starts Caddy as a proxy with its defaults, on a free port and in a directory of its own.
 * @param url base address of what it passes requests on to
 * @param options of its directive `reverse_proxy`, one a line
 */
export async function startCaddy(url: string, ...options: readonly string[]) {
  const [port, directory] = [await freePort(), mkdtempSync(join(tmpdir(), "caddy-"))];
  const block = options.length === 0 ? "" : ` {\n${options.join("\n")}\n}`;
  const file = join(directory, "Caddyfile");
  writeFileSync(file, `{\nadmin off\n}\n:${port}\nreverse_proxy ${new URL(url).host}${block}\n`);
  const args = ["run", "--adapter", "caddyfile", "--config", file];
  // It keeps its state in the home directory.
  const caddy = startProcess({ command: "caddy", args, env: { HOME: directory } });
  await caddy.logged("serving initial configuration");
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      caddy.stop();
      await caddy.ended();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
