import type { RequestListener, ServerResponse } from "node:http";
import { afterAll, describe, expect, it, vi } from "vitest";
import { currentNetwork } from "~/services/visitor-network.server";
import { startFakeUpstream } from "../support/fake-upstream";
import { startSite } from "../support/site";
import { startServer } from "../unit/http/server-under-test";
import { startCaddy } from "./caddy";
import { postForm, visit } from "./visitor";

const PUBLIC_URL = "https://coins.example";

const upstream = await startFakeUpstream();
const site = await startSite({ MARKET_DATA_URL: upstream.url });
const publicSite = await startSite({ MARKET_DATA_URL: upstream.url, SITE_URL: PUBLIC_URL });
const [caddy, publicCaddy] = await Promise.all([startCaddy(site.url), startCaddy(publicSite.url)]);

afterAll(async () => {
  for (const { stop } of [caddy, publicCaddy, site, publicSite, upstream]) await stop();
});

it("twenty visitors with ten requests each under way are all served, though they come from one address", async () => {
  const waiting: ServerResponse[] = [];
  const proxy = await proxyOfServer((_, response) => {
    waiting.push(response);
    if (waiting.length === 200) for (const one of waiting) one.end("here");
  });
  const answers = await Promise.all(Array.from({ length: 200 }, () => visit(proxy.url, "/")));
  await proxy.stop();
  expect(answers.map(({ text }) => text)).toEqual(Array(200).fill("here"));
});

it("what is for the operator is not passed on, however it is spelt", async () => {
  for (const path of ["/metrics", "/status", "/status.json", "/STATUS", "/%73tatus?a=1", "/status.data"])
    expect([path, (await visit(caddy.url, path)).status]).toEqual([path, 404]);
  expect((await visit(caddy.url, "/healthz")).status).toBe(200);
});

describe("the watchlist is changed through it", () => {
  const add = (url: string, headers: Record<string, string> = {}) =>
    postForm(url, "/watchlist", { id: "bitcoin", action: "add", returnTo: "/coins" }, headers);
  const added = { status: 303, headers: { location: "/coins#changed" } };

  it("where the site does not know its address", async () => {
    expect(await add(caddy.url)).toMatchObject(added);
    expect(await add(caddy.url, { host: "coins.example", origin: PUBLIC_URL })).toMatchObject(added);
  });

  it("where it does, at that address and at another", async () => {
    expect(await add(publicCaddy.url)).toMatchObject(added);
    expect(await add(publicCaddy.url, { host: "coins.example", origin: PUBLIC_URL })).toMatchObject(added);
  });

  it("where it does, though a tunnel in front asks for another host", async () => {
    const headers = { host: "localhost:8080", origin: PUBLIC_URL };
    expect(await add(publicCaddy.url, headers)).toMatchObject(added);
    expect((await add(caddy.url, headers)).status).toBe(403);
  });

  it("by none of other sites", async () => {
    for (const { url } of [caddy, publicCaddy])
      expect((await add(url, { origin: "https://evil.example" })).status).toBe(403);
  });
});

describe("a visitor's network", () => {
  const sayNetwork = (_: unknown, response: ServerResponse) => void response.end(String(currentNetwork()));

  /** What the site's server takes visitors for of whom something in front of Caddy says these addresses. */
  async function networksBehind(options: readonly string[], forwarded: readonly string[]) {
    const proxy = await proxyOfServer(sayNetwork, ...options);
    const ask = (addresses: string) => visit(proxy.url, "/", { headers: { "x-forwarded-for": addresses } });
    const answers = await Promise.all(forwarded.map(ask));
    await proxy.stop();
    return answers.map(({ text }) => text);
  }

  it("is hidden on loopback, whatever they say themselves", async () => {
    expect(await networksBehind([], ["192.0.2.1", "10.0.0.1"])).toEqual(["null", "null"]);
  });

  it("is what a tunnel in front says, so visitors count apart", async () => {
    const forwarded = ["192.0.2.1", "192.0.2.2", "2001:db8:1:2::9", "192.0.2.1, 192.0.2.3", "10.0.0.1"];
    expect(await networksBehind(["trusted_proxies private_ranges"], forwarded)).toEqual([
      "192.0.2.1",
      "192.0.2.2",
      "2001:db8:1:2",
      "192.0.2.3",
      "null",
    ]);
  });
});

/** Caddy in front of the site's server with its usual bound of connections, and with this listener in place of the site. */
async function proxyOfServer(listener: RequestListener, ...options: readonly string[]) {
  vi.spyOn(console, "info").mockImplementation(() => {});
  const { url } = await startServer(listener, {}, 100);
  return startCaddy(url, ...options);
}
