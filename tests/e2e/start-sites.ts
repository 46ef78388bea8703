import { ONE_YEAR_PREFIX, RATE_LIMITED_PREFIX, startFakeUpstream } from "../support/fake-upstream";
import { freePort } from "../support/free-port.mjs";
import { startSite } from "../support/site";

/** What a page with a missing part asks browsers without JavaScript. */
const REFRESH = 'http-equiv="refresh"';

/**
 * Starts the fake upstream and five sites, all of the production build, for the whole run: with the fake upstream, with the sample
 * market and its own address, with an unreachable upstream, which has a name, and social links and an owner of its own, with one that rejects
 * every call, and with one that gives one year of history.
 */
export default async function startSites() {
  const upstream = await startFakeUpstream();
  process.env["UPSTREAM_URL"] = upstream.url;
  const port = String(await freePort());
  const settings = {
    LIVE: { MARKET_DATA_URL: upstream.url },
    SAMPLE: { PORT: port, SITE_URL: `http://127.0.0.1:${port}` },
    CUT_OFF: {
      MARKET_DATA_URL: `http://127.0.0.1:${await freePort()}`,
      MARKET_DATA_CREDIT: "Some Market https://market.example/?a=1&b=2",
      SITE_SOCIAL_LINKS: "Our blog https://blog.example/",
      SITE_OPERATOR: "Some Society https://society.example/",
      SITE_CONTACT: "site@society.example",
      SITE_TERMS_URL: "https://society.example/terms",
    },
    RATE_LIMITED: { MARKET_DATA_URL: upstream.url.replace("/api", `${RATE_LIMITED_PREFIX}/api`) },
    ONE_YEAR: { MARKET_DATA_URL: upstream.url.replace("/api", `${ONE_YEAR_PREFIX}/api`) },
  };
  const start = async ([name, env]: readonly [string, Record<string, string>]) => {
    const site = await startSite(env);
    process.env[`${name}_SITE_URL`] = site.url;
    return site;
  };
  const sites = await Promise.all(Object.entries(settings).map(start));
  for (const name of ["LIVE", "SAMPLE", "ONE_YEAR"]) await warmUp(process.env[`${name}_SITE_URL`] ?? "");
  return async function stopSites() {
    await Promise.all(sites.map((site) => site.stop()));
    await upstream.stop();
  };
}

/**
 * Visits a site until its pages have all their parts and its search has an index: its first visitors may lack some, and their
 * browsers ask for them later, which no test expects that begins with a page.
 */
async function warmUp(url: string): Promise<void> {
  const paths = ["inr", "eur", "usd"].flatMap((currency) => [
    `/?currency=${currency}`,
    `/coins?currency=${currency}`,
    `/coin/bitcoin?currency=${currency}`,
  ]);
  for (const path of [...paths, "/exchanges", "/search?q=bitcoin&all=1"])
    for (let text = REFRESH; text.includes(REFRESH); ) text = await (await fetch(url + path)).text();
}
