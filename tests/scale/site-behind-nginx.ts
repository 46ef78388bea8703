import { afterAll } from "vitest";
import { startFakeUpstream } from "../support/fake-upstream";
import { startFaultyUpstream } from "../support/faulty-upstream";
import { startSite } from "../support/site";
import { startForwarder } from "./forwarder";
import { startNginx } from "./nginx.mjs";

/** The headers of a browser that the response depends on. */
export const BROWSER = { "accept-encoding": "gzip, deflate, br, zstd" };

/** nginx in front of a stand-in for the app. `stop` ends both. */
export async function startStandInBehindNginx(
  behaviour: Parameters<typeof startFaultyUpstream>[0],
  difference?: Parameters<typeof startNginx>[1],
) {
  const app = await startFaultyUpstream(behaviour);
  const edge = await startNginx([app.url], difference);
  async function stop() {
    await edge.stop();
    await app.stop();
  }
  return { app, edge, stop };
}

/** nginx in front of one replica of the production build, with the fake upstream, until the tests of a file are over. */
export async function startSiteBehindNginx(settings: Readonly<Record<string, string>> = {}) {
  const upstream = await startFakeUpstream();
  const site = await startSite({ MARKET_DATA_URL: upstream.url, ...settings });
  const forwarder = await startForwarder(site.url);
  const edge = await startNginx([forwarder.url]);
  afterAll(async () => {
    await edge.stop();
    await forwarder.stop();
    await site.stop();
    await upstream.stop();
  });
  return {
    edge,
    site,
    upstream,
    /** Method and address of each request that reached the site, in order. */
    requests: forwarder.requests,
    /** The number of requests for this path and query. */
    reached: (path: string) => forwarder.requests.filter((line) => line.endsWith(` ${path}`)).length,
  };
}
