import { test as base } from "@playwright/test";
import { type Browser, launch, type Page } from "puppeteer-core";
import { PICTURE_PATH } from "~/domain/addresses/file-addresses";
import { findFirefox } from "../../scripts/find-browsers.mjs";

export { expect } from "@playwright/test";

/**
 * Tests in stock Firefox, which Playwright does not drive: the page is Puppeteer's, over WebDriver BiDi. It is left out where
 * there is no Firefox (scripts/run-tests.mjs).
 */
export const IN_FIREFOX = { tag: "@firefox" };

interface WorkerFixtures {
  readonly firefox: Browser;
}

interface Fixtures {
  /** Address of the site with the fake upstream. */
  readonly site: string;
  /** Ordinary scrollbars, which take space. A test fails when its page logs an error, breaks its own policy, or misses a file. */
  readonly tab: Page;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  firefox: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are needed from the parameter.
    async ({}, use) => {
      const executablePath = findFirefox();
      if (executablePath === null) throw new Error("There is no Firefox: apt-get install firefox-esr.");
      // As for the other tests: far from UTC, and half an hour off.
      const env = { ...process.env, TZ: "Asia/Kolkata" };
      const firefox = await launch({ browser: "firefox", executablePath, env });
      await use(firefox);
      await firefox.close();
    },
    { scope: "worker" },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: as above.
  site: async ({}, use) => use(process.env["LIVE_SITE_URL"] ?? ""),
  tab: async ({ firefox }, use) => {
    const tab = await firefox.newPage();
    const problems = await recordProblems(tab);
    await use(tab);
    await tab.close();
    base.expect(problems, "problems of the page in Firefox").toEqual([]);
  },
});

async function recordProblems(tab: Page): Promise<readonly string[]> {
  const problems: string[] = [];
  await tab.evaluateOnNewDocument(() => {
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => {
      console.error(`${violatedDirective} blocks ${blockedURI}`);
    });
  });
  tab.on("console", (message) => {
    if (["error", "warn"].includes(message.type())) problems.push(message.text());
  });
  tab.on("pageerror", (error) => problems.push(String(error)));
  tab.on("requestfailed", (request) => {
    problems.push(`${request.url()}: ${request.failure()?.errorText}`);
  });
  tab.on("response", (response) => {
    // Most pictures of the fake market are on a host that does not exist.
    if (response.status() >= 400 && !new URL(response.url()).pathname.startsWith(PICTURE_PATH))
      problems.push(`${response.url()}: ${response.status()}`);
  });
  return problems;
}
