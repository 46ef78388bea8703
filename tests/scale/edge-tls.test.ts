import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { connect } from "node:http2";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect as connectTls } from "node:tls";
import { afterAll, expect, it } from "vitest";
import { startSite } from "../support/site";
import { startNginx } from "./nginx.mjs";
import { visit } from "./visitor";

const directory = mkdtempSync(join(tmpdir(), "tls-"));
const CERTIFICATE = join(directory, "fullchain.pem");

const subject = ["-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"];
const files = ["-keyout", join(directory, "privkey.pem"), "-out", CERTIFICATE];
const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"];
execFileSync("openssl", ["req", "-x509", "-days", "1", ...key, ...files, ...subject], { stdio: "pipe" });
const site = await startSite({ ORIGIN_IS_HTTPS: "true" });
const edge = await startNginx([site.url], { tlsDirectory: directory });

afterAll(async () => {
  await edge.stop();
  await site.stop();
  rmSync(directory, { recursive: true });
});

/** Asks by HTTP/2, as browsers do. */
async function ask(headers: Readonly<Record<string, string>>, body = "") {
  const session = connect(edge.url, { ca: readFileSync(CERTIFICATE) });
  const stream = session.request({ ":authority": new URL(edge.url).host, ...headers });
  if (body !== "") stream.end(body);
  let text = "";
  stream.setEncoding("utf8").on("data", (part: string) => {
    text += part;
  });
  const answer = await new Promise<Record<string, unknown>>((resolve, reject) => {
    session.on("error", reject);
    stream.once("response", resolve);
  });
  await new Promise((resolve) => stream.once("end", resolve));
  const { alpnProtocol } = session;
  session.close();
  return { status: answer[":status"], headers: answer, text, protocol: alpnProtocol };
}

it("pages come by HTTP/2, and browsers are told to use https for two years", async () => {
  const { status, headers, text, protocol } = await ask({ ":path": "/coins" });
  expect([status, protocol]).toEqual([200, "h2"]);
  expect(headers["strict-transport-security"]).toContain("max-age=63072000");
  expect(text).toContain("</html>");
});

it("forms work, and their cookies stay on https", async () => {
  const form = {
    ":path": "/watchlist",
    ":method": "POST",
    origin: edge.url,
    "content-type": "application/x-www-form-urlencoded",
  };
  const body = "action=add&id=bitcoin&returnTo=/coins";
  const whole = { ...form, "content-length": String(body.length) };
  const { status, headers } = await ask(whole, body);
  expect([status, headers["location"]]).toEqual([303, "/coins#changed"]);
  expect(String(headers["set-cookie"])).toContain(
    "watchlist=bitcoin; Path=/; Max-Age=31536000; SameSite=Lax; Secure",
  );
  expect((await ask({ ...whole, origin: "https://elsewhere.example" }, body)).status).toBe(403);
  // The site would take it for a request.
  expect((await ask(form, body)).status).toBe(411);
});

it("plain http leads to https, but for the health check of the container", async () => {
  const { status, headers } = await visit(edge.plainUrl, "/coin/bitcoin?range=7d");
  expect([status, headers["location"]]).toEqual([301, "https://127.0.0.1/coin/bitcoin?range=7d"]);
  expect((await visit(edge.plainUrl, "/edge-healthz")).status).toBe(200);
});

it.each(["TLSv1.1", "TLSv1.2", "TLSv1.3"] as const)(
  "%s is spoken, if it is 1.2 or later",
  async (version) => {
    const { port } = new URL(edge.url);
    const options = { ca: readFileSync(CERTIFICATE), minVersion: version, maxVersion: version } as const;
    const spoken = await new Promise<string | null>((resolve) => {
      const socket = connectTls(Number(port), "127.0.0.1", options, () => resolve(socket.getProtocol()));
      socket.once("error", () => resolve(null));
    });
    expect(spoken).toBe(version === "TLSv1.1" ? null : version);
  },
);
