import { defineConfig, devices } from "@playwright/test";
import { findChromium, LAUNCH_OPTIONS } from "./scripts/find-browsers.mjs";

// Pictures of the fake market are on a host that does not exist. Without an answer from a name server, each page that has some
// would take five seconds to load.
const NO_NETWORK = "--host-resolver-rules=MAP *.example* ~NOTFOUND";

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
    launchOptions: {
      args: [...(LAUNCH_OPTIONS.args ?? []), NO_NETWORK],
      executablePath: findChromium() ?? "",
    },
    locale: "en-GB",
    // Far from UTC and half an hour off, so that a time in the wrong zone shows.
    timezoneId: "Asia/Kolkata",
    // Traces would take a fifth of the time. `--trace retain-on-failure` asks for them.
    trace: "off",
  },
  projects: [
    {
      name: "with JavaScript",
      testIgnore: /\.without-script\.spec\.ts$/,
      // Which tests run once is explained in site-test.ts.
      grepInvert: /@html/,
    },
    {
      name: "without JavaScript",
      testIgnore: /\.with-script\.spec\.ts$/,
      grepInvert: /@script/,
      use: { javaScriptEnabled: false },
    },
  ],
});
