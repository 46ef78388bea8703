import { resolve } from "node:path";
import { afterAll, expect, test } from "vitest";
import { PAGE_PATHS } from "../e2e/page-paths";
import { startSite } from "../support/site";
import { visit } from "./visitor";

const site = await startSite({ NODE_OPTIONS: `--require ${resolve("tests/support/faults.cjs")}` });

afterAll(() => site.stop());

test.each(PAGE_PATHS)(
  "%s that fails while it is rendered is a 500, and the next visitor gets it",
  async (path) => {
    const before = site.log().length;
    site.signal("SIGUSR2");
    await site.logged("the next page breaks", before);
    const broken = await visit(site.url, path);
    expect(broken.status).toBe(500);
    expect(broken.headers["cache-control"]).toBe("no-store");
    expect(broken.text).toContain("</html>");
    expect(broken.text).not.toContain("broken rendering");
    await site.logged("Error: broken rendering", before);
    expect((await visit(site.url, path)).status).toBe(200);
  },
);

test("a promise that fails with nobody listening is logged and counted, and the process goes on", async () => {
  site.signal("SIGWINCH");
  await site.logged("Error: unheard");
  expect((await visit(site.url, "/metrics")).text).toMatch(/^unhandled_rejections_total 1$/m);
});
