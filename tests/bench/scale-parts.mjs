import { spawn } from "node:child_process";
import { freePort } from "../support/free-port.mjs";
import { hasProgram } from "./load.mjs";

/**
 * An nginx server that sends one file with the headers of the page: with nginx's defaults (`/plain/`), and with the settings
 * that `deploy/nginx` has for its cache (`/tuned/`).
 * @param {number} port
 * @param {string} root
 * @param {Headers} headers
 */
export function fileServer(port, root, headers) {
  const added = [...headers]
    .filter(
      ([name]) => !["connection", "date", "keep-alive", "content-length", "content-type"].includes(name),
    )
    .map(([name, value]) => `add_header ${name} "${value.replaceAll('"', '\\"')}";`);
  return `server {
    listen 127.0.0.1:${port};
    keepalive_requests 10000;
    default_type "text/html; charset=utf-8";
    # It is compressed already.
    gzip off;
    ${added.join("\n")}
    location /plain/ { alias ${root}/; sendfile on; open_file_cache off; }
    location /tuned/ { alias ${root}/; }
  }`;
}

/** A redis-server on loopback that writes nothing to disk. */
export async function startRedis() {
  if (!hasProgram("redis-server")) throw new Error("redis-server is missing: npm run scale installs it");
  const port = await freePort();
  const server = spawn("redis-server", ["--port", String(port), "--bind", "127.0.0.1", "--save", ""], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await new Promise((resolve) => {
    server.stdout.on("data", (chunk) => {
      if (String(chunk).includes("Ready to accept")) resolve(null);
    });
  });
  return { url: `redis://127.0.0.1:${port}`, stop: () => void server.kill("SIGKILL") };
}
