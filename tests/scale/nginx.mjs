import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../support/free-port.mjs";

const CONFIGURATION = new URL("../../deploy/nginx", import.meta.url).pathname;

/** @typedef {Awaited<ReturnType<typeof startNginx>>} Edge */

/**
 * @typedef {object} Difference from production, besides the addresses
 * @property {boolean} [isBehindProxy] true: `X-Forwarded-For` of a visitor from loopback says who they are, as with a load
 *   balancer in front
 * @property {number} [slowSeconds] how long a replica may take for a page; no other one is tried after half of that
 * @property {string} [tlsDirectory] that of a certificate: https with listen-tls.conf
 * @property {number} [headerSeconds] how long a visitor may take for the headers of a request
 */

/**
 * Starts nginx with the configuration of `deploy/nginx`, on a free port of loopback and in a directory of its own. Only the
 * addresses of nginx and of the replicas differ from production.
 * @param {readonly string[]} apps base addresses of the replicas of the site
 * @param {Difference} [difference]
 * @throws {Error} with what nginx wrote, when it stops instead
 */
export async function startNginx(
  apps,
  { isBehindProxy = false, slowSeconds, headerSeconds, tlsDirectory } = {},
) {
  const port = await freePort();
  const tlsPort = tlsDirectory === undefined ? null : await freePort();
  const directory = createDirectory();
  const realIp = "set_real_ip_from 127.0.0.1; real_ip_header X-Forwarded-For; real_ip_recursive on;";
  configure(
    directory,
    "listen.conf",
    `listen 127.0.0.1:${port} default_server;\n${isBehindProxy ? realIp : ""}`,
  );
  if (tlsPort !== null) configure(directory, "listen.conf", listenTls(port, tlsPort, tlsDirectory));
  if (slowSeconds !== undefined) configure(directory, "site.conf", withShortTimeouts(slowSeconds));
  if (headerSeconds !== undefined) configure(directory, "site.conf", withHeaderTimeout(headerSeconds));
  configure(directory, "upstream.conf", upstream(apps));
  const requests = join(directory, "requests.log");
  const nginx = spawn("nginx", programArguments(directory), {
    // nginx opens /dev/stdout by name, which works with a file but not with Node's pipe.
    stdio: ["ignore", openSync(requests, "a"), "pipe"],
  });
  let errors = "";
  await new Promise((resolve, reject) => {
    nginx.once("error", reject);
    nginx.once("exit", (code) => reject(new Error(`nginx stopped with code ${code}:\n${errors}`)));
    nginx.stderr?.on("data", (chunk) => {
      errors += chunk.toString();
      // By then it is listening.
      if (errors.includes("start worker process")) resolve(undefined);
    });
  });
  const plainUrl = `http://127.0.0.1:${port}`;
  return {
    /** For visitors. */
    url: tlsPort === null ? plainUrl : `https://127.0.0.1:${tlsPort}`,
    /** The same without TLS. */
    plainUrl,
    pid: nginx.pid ?? 0,
    /** What nginx has written so far: errors, then one line per request. */
    log: () => `${errors}${readFileSync(requests, "utf8")}`,
    async stop() {
      if (nginx.exitCode === null) {
        // At once; SIGQUIT would wait for idle connections.
        nginx.kill("SIGTERM");
        await once(nginx, "exit");
      }
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/**
 * Output of `nginx -t` for the production files.
 * @returns {{ isValid: boolean, text: string, version: string }}
 */
export function checkProductionConfiguration() {
  const version = nginxVersion();
  const directory = createDirectory();
  if (!isAtLeast(version, 1, 27, 3)) {
    // Before 1.27.3 a name in a group is resolved at the start, and here there is no host `app`.
    const text = readFileSync(join(directory, "conf", "upstream.conf"), "utf8");
    configure(directory, "upstream.conf", text.replace("app:3000 resolve", "127.0.0.1:3000"));
  }
  const { status, stderr } = spawnSync("nginx", ["-t", ...programArguments(directory)], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  rmSync(directory, { recursive: true, force: true });
  return { isValid: status === 0, text: stderr.toString(), version };
}

function nginxVersion() {
  return /nginx\/([\d.]+)/.exec(spawnSync("nginx", ["-v"]).stderr.toString())?.[1] ?? "0";
}

/** @param {string} version @param {readonly number[]} least */
function isAtLeast(version, ...least) {
  const number = (/** @type {readonly number[]} */ [major = 0, minor = 0, patch = 0]) =>
    major * 1e6 + minor * 1e3 + patch;
  return number(version.split(".").map(Number)) >= number(least);
}

/** The production directives for TLS, with other addresses. @param {number} port @param {number} tlsPort @param {string} [directory] */
function listenTls(port, tlsPort, directory) {
  const text = readFileSync(join(CONFIGURATION, "listen-tls.conf"), "utf8")
    .replace("listen 8443", `listen 127.0.0.1:${tlsPort}`)
    .replace("listen 8080", `listen 127.0.0.1:${port}`)
    .replaceAll("/etc/tls", directory ?? "");
  // Before 1.25.1 HTTP/2 was a parameter of the port.
  return isAtLeast(nginxVersion(), 1, 25, 1)
    ? text
    : text.replace("http2 on;", "").replace(" ssl ", " ssl http2 ");
}

/** A directory with the configuration in `conf`, which nginx's workers may enter as any user. */
function createDirectory() {
  const directory = mkdtempSync(join(tmpdir(), "edge-"));
  chmodSync(directory, 0o755);
  mkdirSync(join(directory, "conf"));
  cpSync(CONFIGURATION, join(directory, "conf"), { recursive: true });
  return directory;
}

/**
 * @param {string} directory
 * @param {string} name
 * @param {string} text
 */
function configure(directory, name, text) {
  writeFileSync(join(directory, "conf", name), `${text}\n`);
}

/** @param {string} directory */
function programArguments(directory) {
  return ["-e", "stderr", "-p", directory, "-c", join(directory, "conf", "nginx.conf")];
}

/** The production group with other addresses in it. @param {readonly string[]} apps */
function upstream(apps) {
  const text = readFileSync(join(CONFIGURATION, "upstream.conf"), "utf8");
  const settings = /^ *server app:3000 resolve(.*);$/m.exec(text)?.[1] ?? "";
  const servers = apps.map((url) => `server ${new URL(url).host}${settings};`);
  return text.replace(/^resolver .*$/m, "").replace(/^ *server app:3000 .*$/m, servers.join("\n"));
}

/** The production directives for requests to the app, with shorter timeouts. @param {number} seconds */
function withShortTimeouts(seconds) {
  return readFileSync(join(CONFIGURATION, "site.conf"), "utf8")
    .replace(/(?<=^proxy_read_timeout ).*(?=;$)/m, `${seconds}s`)
    .replace(/(?<=^proxy_next_upstream_timeout ).*(?=;$)/m, `${(seconds * 1000) / 2}ms`);
}

/** The production directives, with another timeout for a visitor's headers. @param {number} seconds */
function withHeaderTimeout(seconds) {
  return readFileSync(join(CONFIGURATION, "site.conf"), "utf8").replace(
    /(?<=^ *client_header_timeout ).*(?=;$)/m,
    `${seconds}s`,
  );
}
