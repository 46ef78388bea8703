import { ONE_YEAR_PREFIX, RATE_LIMITED_PREFIX, startFakeUpstream } from "../support/fake-upstream";
import { freePort } from "../support/free-port.mjs";
import { startSite } from "../support/site";

/**
 * Starts the fake upstream and five sites, all of the production build, for the whole run: with the fake upstream, with the sample
 * market, with an unreachable upstream, with one that rejects every call, and with one that gives one year of history.
 */
export default async function startSites() {
  const upstream = await startFakeUpstream();
  process.env["UPSTREAM_URL"] = upstream.url;
  const services = {
    LIVE: upstream.url,
    SAMPLE: "",
    CUT_OFF: `http://127.0.0.1:${await freePort()}`,
    RATE_LIMITED: upstream.url.replace("/api", `${RATE_LIMITED_PREFIX}/api`),
    ONE_YEAR: upstream.url.replace("/api", `${ONE_YEAR_PREFIX}/api`),
  };
  const start = async ([name, service]: readonly [string, string]) => {
    const site = await startSite({ MARKET_DATA_URL: service });
    process.env[`${name}_SITE_URL`] = site.url;
    return site;
  };
  const sites = await Promise.all(Object.entries(services).map(start));
  return async function stopSites() {
    await Promise.all(sites.map((site) => site.stop()));
    await upstream.stop();
  };
}
