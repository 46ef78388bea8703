/** Imitates a slow phone: CPU four times slower, 1.6 Mbit/s, 150 ms latency. */
const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: 1.6e6 / 8,
  uploadThroughput: 0.75e6 / 8,
};
const CPU_SLOWDOWN = 4;

/**
 * Opens a page for a new visitor with a slow phone, with the DevTools session that throttles it.
 * @param {import("@playwright/test").Browser} browser
 */
export async function slowVisitor(browser) {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Network.emulateNetworkConditions", NETWORK);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
  return { page, devtools, leave: () => context.close() };
}
