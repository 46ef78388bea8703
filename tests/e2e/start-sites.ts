import { startFakeUpstream } from "../support/fake-upstream";
import { freePort } from "../support/free-port";
import { startSite } from "../support/site";

/**
 * Starts the fake upstream and three copies of the production build for the whole run: one fed by the fake upstream, one
 * by the sample market, and one whose upstream nobody listens at.
 */
export default async function startSites() {
  const upstream = await startFakeUpstream();
  const sites = await Promise.all([
    startSite({ MARKET_DATA_URL: upstream.url }),
    startSite(),
    startSite({ MARKET_DATA_URL: `http://127.0.0.1:${await freePort()}` }),
  ]);
  const [live, sample, cutOff] = sites;
  process.env["UPSTREAM_URL"] = upstream.url;
  process.env["LIVE_SITE_URL"] = live.url;
  process.env["SAMPLE_SITE_URL"] = sample.url;
  process.env["CUT_OFF_SITE_URL"] = cutOff.url;
  return async function stopSites() {
    await Promise.all(sites.map((site) => site.stop()));
    await upstream.stop();
  };
}
