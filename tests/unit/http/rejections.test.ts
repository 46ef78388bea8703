import type { RequestListener } from "node:http";
import { describe, expect, it } from "vitest";
import { startServer } from "./server-under-test";

/** The answer to a request: a rejection, or what reached the server's listener. */
async function answerTo(method: string, path: string, headers: string[] = [], siteUrl: string | null = null) {
  const see: RequestListener = (request, response) => void response.end(`saw ${request.url}`);
  const { connect } = await startServer(see, {}, 0, siteUrl);
  const host = headers.some((line) => /^host:/i.test(line)) ? [] : ["Host: site.test"];
  const lines = [`${method} ${path} HTTP/1.1`, ...host, ...headers, "Connection: close", "", ""];
  return connect(lines.join("\r\n")).ended();
}

describe("a request is rejected", () => {
  const METHODS = ["TRACE", "OPTIONS", "PUT", "PATCH", "DELETE", "PURGE", "POST"];

  it.each([
    ...METHODS.map((method) => [method, "/coins", "GET, HEAD"]),
    ["POST", "/coins.data", "GET, HEAD"],
    ["PUT", "/colour-mode.data", "GET, HEAD, POST"],
  ])("for its method: %s %s, where only %s are allowed", async (method = "", path = "", allowed) => {
    const answer = await answerTo(method, path);
    expect(answer).toMatch(/^HTTP\/1\.1 405 Method Not Allowed\r\n/);
    expect(answer).toContain(`Allow: ${allowed}\r\n`);
    expect(answer).toMatch(/\r\n\r\nThis address does not take this method\.\n$/);
  });

  const HOSTS = ["a:77777", "a:port", "a b", "1.2.3.999", "a/b", "user@a", "a?b", "[::g]", ""];

  it.each(HOSTS)("for its host: %j", async (host) => {
    expect(await answerTo("GET", "/coins", [`Host: ${host}`])).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
  });

  it.each(["a:77777", "a:-1", "a:99999x, b"])("for the host that a proxy forwards: %s", async (host) => {
    expect(await answerTo("GET", "/coins", [`X-Forwarded-Host: ${host}`])).toMatch(/^HTTP\/1\.1 400 /);
  });

  const ENCODED = ["/%E0%A4%A", "/coin/%ff", "/coins#x", '/coin/a"b', "http://site.test/coins", "*"];
  const DOTTED = ["/a/../metrics", "/x/%2e%2E/metrics", "/./coins", "/x\\..\\metrics"];

  it.each([...ENCODED, ...DOTTED])("for its address: %s", async (path) => {
    const answer = await answerTo("GET", path);
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(answer).toContain("Content-Type: text/plain; charset=utf-8\r\n");
    expect(answer).toContain("X-Content-Type-Options: nosniff\r\n");
    expect(answer).toContain("Cache-Control: no-store\r\n");
  });
});

describe("a request is accepted", () => {
  const NAMES = ["localhost:3000", "EXAMPLE.com:443", "a_b.example."];
  const ADDRESSES = ["192.0.2.1:8080", "[::1]:8080", "[2001:db8::1]:8080"];

  it.each([...NAMES, ...ADDRESSES])("to the host %s", async (host) => {
    expect(await answerTo("GET", "/exchanges", [`Host: ${host}`])).toContain("saw /exchanges");
  });

  it.each(["site.test", "site.test:8443", "xn--a", "[::1]:80"])("from a proxy that was %s", async (host) => {
    expect(await answerTo("GET", "/", [`X-Forwarded-Host: ${host}`])).toContain("saw /");
  });

  it.each(["/coins?x=1&page=02", "/coin/%E2%82%AC", "//coins", "/coin/a'(b)*~!"])("for %s", async (path) => {
    expect(await answerTo("GET", path)).toContain(`saw ${path}`);
  });
});

describe("a POST", () => {
  it.each([
    ["with Sec-Fetch-Site: cross-site", ["Sec-Fetch-Site: cross-site"]],
    ["with Sec-Fetch-Site: same-site", ["Sec-Fetch-Site: same-site", "Origin: http://site.test"]],
    ["of another origin", ["Origin: https://evil.test"]],
    ["of another port", ["Origin: http://site.test:8080"]],
    ["of a hidden origin", ["Origin: null"]],
    ["of nonsense", ["Origin: nonsense"]],
    ["of another origin than the proxy's", ["Origin: https://evil.test", "X-Forwarded-Host: a.test"]],
    ["of the public host without TLS", ["Origin: http://coins.example"]],
    ["of the public host at another port", ["Origin: https://coins.example:8443"]],
    ["of a host that begins like the public one", ["Origin: https://coins.example.evil.test"]],
  ])("%s is rejected, where the public address is known, too", async (_, headers) => {
    for (const path of ["/colour-mode", "/colour-mode.data", "/watchlist"])
      for (const siteUrl of [null, "https://coins.example"])
        expect(await answerTo("POST", path, headers, siteUrl)).toMatch(/^HTTP\/1\.1 403 Forbidden\r\n/);
  });

  it.each([
    ["whatever host a proxy asks for", ["Host: 127.0.0.1:3000"]],
    ["whatever host a proxy forwards", ["Host: app:3000", "X-Forwarded-Host: inner.test"]],
  ])("from the site's public address is accepted, %s", async (_, headers) => {
    const sent = [...headers, "Origin: https://coins.example"];
    expect(await answerTo("POST", "/watchlist", sent, "https://coins.example")).toContain("saw /watchlist");
    expect(await answerTo("POST", "/watchlist", sent)).toMatch(/^HTTP\/1\.1 403 /);
  });

  it.each([
    ["from a page of the site", ["Sec-Fetch-Site: same-origin", "Origin: http://site.test"]],
    ["from a browser without Sec-Fetch-Site", ["Origin: http://site.test"]],
    ["from a page over https, with a port", ["Host: site.test:443", "Origin: https://site.test"]],
    ["through a proxy that names the host", ["Origin: https://a.test", "X-Forwarded-Host: a.test, b.test"]],
    ["through a proxy that hides the host", ["Sec-Fetch-Site: same-origin", "Origin: https://a.test"]],
    ["from the address bar", ["Sec-Fetch-Site: none"]],
    ["from something that is no browser", []],
  ])("%s is accepted", async (_, headers) => {
    expect(await answerTo("POST", "/colour-mode", headers)).toContain("saw /colour-mode");
  });
});
