import { ONE_YEAR_PREFIX, RATE_LIMITED_PREFIX, startFakeUpstream } from "../support/fake-upstream";
import { freePort } from "../support/free-port.mjs";
import { startSite } from "../support/site";

/**
 * Starts the fake upstream and five sites, all of the production build, for the whole run: with the fake upstream, with the sample
 * market, with an unreachable upstream, with one that rejects every call, and with one that gives one year of history.
 */
export default async function startSites() {
  const upstream = await startFakeUpstream();
  const sites = await Promise.all([
    startSite({ MARKET_DATA_URL: upstream.url }),
    startSite(),
    startSite({ MARKET_DATA_URL: `http://127.0.0.1:${await freePort()}` }),
    startSite({ MARKET_DATA_URL: upstream.url.replace("/api", `${RATE_LIMITED_PREFIX}/api`) }),
    startSite({ MARKET_DATA_URL: upstream.url.replace("/api", `${ONE_YEAR_PREFIX}/api`) }),
  ]);
  const [live, sample, cutOff, rateLimited, oneYear] = sites;
  process.env["UPSTREAM_URL"] = upstream.url;
  process.env["LIVE_SITE_URL"] = live.url;
  process.env["SAMPLE_SITE_URL"] = sample.url;
  process.env["CUT_OFF_SITE_URL"] = cutOff.url;
  process.env["RATE_LIMITED_SITE_URL"] = rateLimited.url;
  process.env["ONE_YEAR_SITE_URL"] = oneYear.url;
  return async function stopSites() {
    await Promise.all(sites.map((site) => site.stop()));
    await upstream.stop();
  };
}
