import { expect, it } from "vitest";
import { PAGE, siteInFront } from "./site-in-front";

it.each([
  ["/robots.txt", ["/Robots.txt", "/robots%2Etxt", "/%72obots.txt", "/robots.txt/", "/robots.txt?x=1"]],
  ["/sitemap.xml", ["/SITEMAP.XML", "/sitemap%2exml", "/sitemap.xml//", "/sitemap.xml?part=1"]],
  [
    "/sitemap/2.xml",
    ["/Sitemap/2.xml", "/%73itemap/2.xml", "/sitemap/%32.XML", "/sitemap/2.xml/", "/sitemap/2.xml?x=1"],
  ],
  ["/preview.png", ["/Preview.png", "/preview.png/", "/preview.png?x=1"]],
])("a file without parameters has one address: other spellings lead to %s", async (address, spellings) => {
  const { asked, ask } = await siteInFront();
  for (const spelling of spellings)
    for (const method of ["GET", "HEAD"]) {
      const { status, headers } = await ask(spelling, {}, method);
      expect([spelling, status, headers.location]).toEqual([spelling, 301, address]);
      expect(headers).toMatchObject({ "cache-control": "no-store", "x-accel-expires": "0" });
    }
  expect(asked).toEqual([]);
  expect((await ask(address)).status).toBe(200);
  expect(asked).toEqual([address]);
});

const FILES = ["/robots.txt", "/sitemap.xml", "/sitemap/1.xml", "/search.json?q=bit", "/preview.png"];

it.each(FILES)("%s is the same file in every colour mode", async (address) => {
  const { asked, ask } = await siteInFront();
  for (const cookie of ["", "colour-mode=dark", "colour-mode=light"])
    expect((await ask(address, { cookie })).headers["cache-control"], cookie).toBe(PAGE);
  expect(asked).toEqual([address]);
});
