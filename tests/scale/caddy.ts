import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../support/free-port.mjs";
import { startProcess } from "../support/process";

const CADDYFILE = readFileSync("deploy/caddy/Caddyfile", "utf8");

/**
 * Starts Caddy with deploy/caddy/Caddyfile, on a free port, without TLS, and in a directory of its own.
 * @param url base address of what it passes requests on to
 * @param options of its directive `reverse_proxy`, one a line, as a tunnel in front needs them
 */
export async function startCaddy(url: string, ...options: readonly string[]) {
  const [port, directory] = [await freePort(), mkdtempSync(join(tmpdir(), "caddy-"))];
  const file = join(directory, "Caddyfile");
  const block = options.length === 0 ? "" : ` {\n${options.join("\n")}\n}`;
  writeFileSync(file, `{\nadmin off\n}\n${CADDYFILE.replace(/(?<=reverse_proxy .*)$/m, block)}`);
  const args = ["run", "--adapter", "caddyfile", "--config", file];
  // It keeps its state in the home directory.
  const env = { HOME: directory, SITE_ADDRESS: `:${port}`, APP_ADDRESS: new URL(url).host };
  const caddy = startProcess({ command: "caddy", args, env });
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
