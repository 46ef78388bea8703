import { within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { expectLink, get, open } from "./page";

test.each(["/", "/coins?page=3", "/coin/bitcoin", "/exchanges"])(
  "%s can be previewed and installed",
  async (path) => {
    const page = await open(path);
    const contentOf = (name: string) => page.one(`meta[${name}]`).getAttribute("content");
    expect(contentOf('property="og:title"')).toBe(page.title);
    expect(contentOf('property="og:site_name"')).toBe("Cypto-On-The-GO");
    expect(contentOf("name=description")).toMatch(/\.$/);
    expect(page.all("link[rel=canonical]")).toHaveLength(1);
    for (const rel of ["icon", "manifest"]) {
      const href = page.one(`link[rel=${rel}]`).getAttribute("href") ?? "";
      expect((await get(href)).status, `${rel} ${href}`).toBe(200);
    }
  },
);

// Apple's browsers, and programs that read no HTML, look for their icon at the root.
test.each([
  ["/apple-touch-icon.png", "image/png"],
  ["/favicon.ico", "image/x-icon"],
])("%s is a small icon", async (path, type) => {
  const icon = await get(path);
  expect(icon.status).toBe(200);
  expect(icon.headers.get("content-type")).toBe(type);
  expect(icon.headers.get("cache-control")).toBe("public, max-age=3600");
  expect((await icon.bytes()).byteLength).toBeLessThan(10_000);
});

test("the manifest's icons exist, in the sizes that it names", async () => {
  const { icons } = await (await get("/manifest.webmanifest")).json();
  expect(icons.length).toBeGreaterThan(1);
  for (const { src, sizes } of icons) {
    const response = await get(src);
    expect(response.status, src).toBe(200);
    if (!src.endsWith(".png")) continue;
    // Width and height are at bytes 16 and 20 of a PNG.
    const body = Buffer.from(await response.arrayBuffer());
    expect(`${body.readUInt32BE(16)}x${body.readUInt32BE(20)}`).toBe(sizes);
  }
});

test("the previous and the next page are links, where they exist", async () => {
  const first = await open("/coins?currency=usd&page=1");
  const pages = within(first.getByRole("navigation", { name: "Pages" }));
  expect(pages.queryByRole("link", { name: "Previous page" })).toBe(null);
  const next = pages.getByRole("link", { name: "Next page" });
  expect(next.getAttribute("href")).toBe("/coins?currency=usd&page=2");
  const previous = (await first.follow(next)).getByRole("link", { name: "Previous page" });
  expect(previous.getAttribute("rel")).toBe("prev");
  const end = await open("/coins?currency=usd&page=132");
  const last = within(end.getByRole("navigation", { name: "Pages" }));
  expect(last.queryByRole("link", { name: "Next page" })).toBe(null);
  expectLink(last, "Previous page", "/coins?currency=usd&page=131");
});

// Pages without prices, so that the service is not called.
test.each(["/about", "/watchlist"])("%s has the links of the site", async (path) => {
  const footer = within((await open(path, { site: "cut off" })).getByRole("contentinfo"));
  expectLink(within(footer.getByRole("list")), /./, "https://blog.example/");
  footer.getByRole("link", { name: "Our blog" });
});
