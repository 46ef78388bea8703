import { defineConfig, devices } from "@playwright/test";
import { findChromium, LAUNCH_OPTIONS } from "./scripts/find-browsers.mjs";

export default defineConfig({
  testDir: "tests/e2e",
  globalSetup: "./tests/e2e/start-sites.ts",
  outputDir: "test-results",
  fullyParallel: true,
  workers: 2,
  forbidOnly: Boolean(process.env["CI"]),
  reporter: process.env["CI"] ? "line" : "list",
  use: {
    ...devices["Desktop Chrome"],
    launchOptions: { ...LAUNCH_OPTIONS, executablePath: findChromium() ?? "" },
    locale: "en-GB",
    // Far from UTC and half an hour off, so that a time in the wrong zone shows.
    timezoneId: "Asia/Kolkata",
    // Screenshots in traces would take a sixth of the time.
    trace: { mode: "retain-on-failure", screenshots: false },
  },
  projects: [
    {
      name: "with JavaScript",
      testIgnore: /\.without-script\.spec\.ts$/,
      // Tests of what the server sends run once (HTML_ONLY in site-test.ts).
      grepInvert: /@html/,
    },
    {
      name: "without JavaScript",
      testIgnore: /\.with-script\.spec\.ts$/,
      use: { javaScriptEnabled: false },
    },
  ],
});
