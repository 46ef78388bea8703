import { expect, test } from "@playwright/test";
import { freePort } from "../support/free-port.mjs";
import { startProcess } from "../support/process";

test("npm run dev serves a page that hydrates and draws its chart", async ({ page }) => {
  // The first request makes Vite prepare all dependencies.
  test.setTimeout(120_000);
  const port = String(await freePort());
  const dev = startProcess({
    args: ["node_modules/@remix-run/dev/dist/cli.js", "vite:dev", "--port", port],
    env: { NODE_ENV: "development" },
  });
  try {
    await dev.logged("Local:");
    const messages: string[] = [];
    page.on("pageerror", (error) => messages.push(error.message));
    page.on("console", (message) => {
      if (message.type() === "error") messages.push(message.text());
    });
    await page.goto(`http://localhost:${port}/coin/bitcoin`);
    await expect(page.locator(".highcharts-graph")).toBeVisible({ timeout: 60_000 });
    expect(messages).toEqual([]);
  } finally {
    dev.stop();
  }
});
