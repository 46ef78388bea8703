import { afterAll, describe, expect, it } from "vitest";
import { startSite } from "../support/site";
import { startNginx } from "./nginx.mjs";
import { visit } from "./visitor";

const BROWSER = { "accept-encoding": "gzip, deflate, br" };
const PAGES = ["/", "/coins?currency=inr&page=1", "/coin/bitcoin?currency=eur&range=7d", "/exchanges"];
const DATA = "/coins.data?currency=inr&page=1";

const replica = await startSite();
const edge = await startNginx([replica.url]);
afterAll(() => edge.stop());
for (const path of [...PAGES, DATA]) await visit(edge.url, path, { headers: BROWSER });
const home = await visit(edge.url, "/", { headers: BROWSER });
const script = /href="(\/assets\/[^"]+\.js)"/.exec(home.text)?.[1] ?? "";
await visit(edge.url, script, { headers: BROWSER });
await replica.stop();

describe("when every replica of the app is gone", () => {
  it.each(PAGES)("%s is still served, to visitors with a colour mode as well", async (path) => {
    for (const cookie of ["", "colour-mode=dark", "colour-mode=light"]) {
      const answer = await visit(edge.url, path, { headers: { ...BROWSER, cookie } });
      expect(answer.status).toBe(200);
      expect(answer.cache).toMatch(/^(HIT|STALE|UPDATING)$/);
      expect(answer.headers["cache-control"]).not.toContain("no-store");
      expect(answer.text.includes("</html>")).toBe(true);
      // In the system's mode, without a choice.
      expect(/<html[^>]* data-theme=/.test(answer.text)).toBe(false);
    }
  });

  it("files and data for navigations are still served", async () => {
    expect(script).not.toBe("");
    for (const path of [script, DATA])
      expect((await visit(edge.url, path, { headers: BROWSER })).status, path).toBe(200);
  });

  it("a page that is not cached says that the site will be back, and so does the form", async () => {
    const page = await visit(edge.url, "/coins?page=99");
    const form = await visit(edge.url, "/colour-mode", { method: "POST", body: "mode=dark" });
    for (const answer of [page, form]) {
      expect([answer.status, answer.headers["retry-after"]]).toEqual([503, "5"]);
      expect(answer.headers["cache-control"]).toBe("no-store");
      expect(answer.text).toContain("<h1>Back in a moment</h1>");
    }
  });

  it("nginx reports that it is up itself, and that no replica is", async () => {
    expect((await visit(edge.url, "/edge-healthz")).status).toBe(200);
    expect((await visit(edge.url, "/healthz")).status).toBe(503);
  });
});
