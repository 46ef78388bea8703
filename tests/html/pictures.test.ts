import { afterAll, beforeAll, expect, test } from "vitest";
import type { FaultyUpstream } from "../support/faulty-upstream";
import { type OddCoinId, startOddCoins } from "../support/odd-coins";
import { decodePng } from "../support/png-pixels";
import { type Site, startSite } from "../support/site";
import { get } from "./page";

/** Empty pixels on the left and the right: the margin of 60 minus half the line's width and its round end. */
const FREE_EDGE = 50;

let upstream: FaultyUpstream;
let site: Site;
beforeAll(async () => {
  upstream = await startOddCoins();
  site = await startSite({
    MARKET_DATA_URL: upstream.url,
    MARKET_DATA_CREDIT: "Odd Market https://odd.example",
  });
});
afterAll(async () => {
  await site.stop();
  await upstream.stop();
});

async function pictureAt(path: string) {
  const response = await get(site.url + path);
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "image/png"]);
  const png = Buffer.from(await response.arrayBuffer());
  expect(png.byteLength).toBeLessThanOrEqual(120_000);
  return decodePng(png);
}

const PICTURES: readonly (readonly [what: string, id: OddCoinId, query: string])[] = [
  ["of a price of 0.00000001234", "tiny", "currency=usd"],
  ["of a price below all decimals", "dust", "currency=eur"],
  ["of a price over a million", "dear", "currency=inr"],
  ["of a price of 10¹⁴ rupees that came far", "trillion", "currency=inr"],
  ["of a long name", "long", "currency=usd"],
  ["of a name of ninety wide letters", "wide", "currency=eur"],
  ["of a Cyrillic name", "cyrillic", "currency=inr"],
  ["of a Chinese name", "cjk", "currency=usd"],
  ["of a name from right to left", "hebrew", "currency=usd"],
  ["of a name that is markup", "markup", "currency=eur"],
  ["of unknown figures", "unknown", "currency=usd"],
  ["of a flat price", "flat", "currency=usd"],
  ["of one point", "one-point", "currency=eur"],
];

test.each(PICTURES)("the picture %s has its size, few bytes, and free margins", async (_, id, query) => {
  const picture = await pictureAt(`/coin/${id}/preview.png?${query}`);
  expect([picture.width, picture.height]).toEqual([1200, 630]);
  const ground = picture.colourAt(0, 0);
  for (let y = 0; y < picture.height; y += 1)
    for (let x = 0; x < FREE_EDGE; x += 1) {
      if (picture.colourAt(x, y) !== ground || picture.colourAt(1199 - x, y) !== ground)
        throw new Error(`Something is drawn ${x} pixels from an edge, at ${y}.`);
    }
});

test("the picture of the list has a gap between the name and the price of each coin", async () => {
  for (const currency of ["inr", "usd"]) {
    const picture = await pictureAt(`/coins/preview.png?currency=${currency}`);
    const ground = picture.colourAt(0, 0);
    for (const baseline of [146, 234, 322, 410, 498]) {
      // The widest stretch without ink between the first and the last letter of the row.
      const inked = Array.from({ length: picture.width }, (_, x) => x).filter((x) =>
        Array.from({ length: 40 }, (_, up) => picture.colourAt(x, baseline - up)).some(
          (colour) => colour !== ground,
        ),
      );
      const gaps = inked.slice(1).map((x, index) => x - (inked[index] ?? x));
      expect(Math.max(...gaps)).toBeGreaterThanOrEqual(40);
    }
  }
});
