import { spawn } from "node:child_process";
import type { Readable } from "node:stream";
import { expect, test } from "@playwright/test";
import { freePort } from "../support/free-port.mjs";

test("npm run dev serves a page that hydrates and draws its chart", async ({ page }) => {
  // The first request makes Vite prepare all dependencies.
  test.setTimeout(120_000);
  const port = await freePort();
  const dev = spawn(
    process.execPath,
    ["node_modules/@remix-run/dev/dist/cli.js", "vite:dev", "--port", String(port)],
    {
      env: { PATH: process.env["PATH"], NODE_ENV: "development" },
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  try {
    await listening(dev.stdout);
    const messages: string[] = [];
    page.on("pageerror", (error) => messages.push(error.message));
    page.on("console", (message) => {
      if (message.type() === "error") messages.push(message.text());
    });
    await page.goto(`http://localhost:${port}/coin/bitcoin`);
    await expect(page.locator(".highcharts-graph")).toBeVisible({ timeout: 60_000 });
    expect(messages).toEqual([]);
  } finally {
    dev.kill("SIGKILL");
  }
});

/** Resolves once the dev server has printed its address. */
async function listening(output: Readable): Promise<void> {
  for await (const chunk of output.iterator({ destroyOnReturn: false })) {
    if (String(chunk).includes("Local:")) break;
  }
  output.resume();
}
