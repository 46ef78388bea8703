import { afterAll } from "vitest";
import { type FakeUpstream, startFakeUpstream } from "../support/fake-upstream";
import { type Site, startSite } from "../support/site";
import { startForwarder } from "./forwarder";
import { type Edge, startNginx } from "./nginx.mjs";

export interface SiteBehindNginx {
  readonly edge: Edge;
  readonly site: Site;
  readonly upstream: FakeUpstream;
  /** Method and address of each request that reached the site, in order. */
  readonly requests: readonly string[];
  /** The number of requests for this path and query. */
  readonly reached: (path: string) => number;
}

/** The headers of a browser that the response depends on. */
export const BROWSER = { "accept-encoding": "gzip, deflate, br, zstd" };

/** nginx in front of one replica of the production build, with the fake upstream, until the tests of a file are over. */
export async function startSiteBehindNginx(
  settings: Readonly<Record<string, string>> = {},
): Promise<SiteBehindNginx> {
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
    requests: forwarder.requests,
    reached: (path) => forwarder.requests.filter((line) => line.endsWith(` ${path}`)).length,
  };
}
