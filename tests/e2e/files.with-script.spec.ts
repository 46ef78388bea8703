import { createServer } from "node:http";
import { listen } from "../support/free-port.mjs";
import { startSite } from "../support/site";
import { expect, ownSite, test } from "./site-test";

test.describe("a sample site that knows its address", () => {
  test.use({ site: "sample" });
  const known = ownSite(() => startSite({ SITE_URL: "https://coins.example" }));

  const NOW = String.raw`on \d\d? [A-Z][a-z]{2} \d{4}, \d\d:\d\d UTC`;
  const PRICE = String.raw`[₹€$][\d,.]+`;
  const CHANGE = String.raw`[+−]?[\d,]+\.\d\d\u00a0%`;

  for (const [path, title, description] of [
    ["/", "Cypto-On-The-GO", "^Coins, their prices"],
    [
      "/coins?currency=eur&page=2",
      "Coins, page 2",
      `${PRICE} \\(${CHANGE} in 24 hours\\), .*, ${NOW}\\. .* in eur`,
    ],
    [
      "/coins?currency=usd&page=1&view=table&order=volume_desc",
      "Coin table",
      `${PRICE} \\(${CHANGE} in 24 hours\\), .*, ${NOW}\\. .* in usd`,
    ],
    ["/coin/bitcoin?currency=usd&range=7d", "Bitcoin $", `^Bitcoin: ${PRICE}, ${CHANGE} in 24 hours, ${NOW}`],
    ["/exchanges", "Exchanges", `${NOW}: .* first`],
    ["/search?q=bit&currency=usd", "Search: bit", "^\\d+ coins match “bit”: "],
  ] as const) {
    test(`gives link previews of ${path} an absolute address and a real picture`, async ({ request }) => {
      const html = await (await request.get(known().url + path)).text();
      const named = (property: string) =>
        new RegExp(`<meta property="${property}" content="([^"]*)"`)
          .exec(html)?.[1]
          ?.replaceAll("&amp;", "&");
      // Some programs read only the first 32 kB.
      expect(html.indexOf("og:image")).toBeLessThan(10_000);
      expect(named("og:url")).toBe(`https://coins.example${path}`);
      expect(html).toContain(
        `<link rel="canonical" href="https://coins.example${path.replaceAll("&", "&amp;")}"`,
      );
      expect(named("og:title")).toContain(title);
      const [notice, text] = named("og:description")?.split(" – not a live market. ") ?? [];
      expect(notice).toBe("Sample prices");
      expect(text).toMatch(new RegExp(description));
      expect(html).toContain(`<meta name="description" content="${text}"`);
      expect(named("og:image:alt")).not.toBe("");
      const address = named("og:image") ?? "";
      expect(address).toMatch(/^https:\/\/coins\.example\//);
      const picture = await request.get(address.replace("https://coins.example", known().url));
      expect(picture.headers()["content-type"]).toBe("image/png");
      expect(picture.headers()["content-encoding"]).toBeUndefined();
      expect(picture.headers()["cache-control"]).toMatch(/^public/);
      const png = await picture.body();
      expect(png.byteLength).toBeLessThanOrEqual(120_000);
      const size = ["width", "height"].map((side) => Number(named(`og:image:${side}`)));
      expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual(size);
      for (const [, json = ""] of html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g))
        expect(JSON.parse(json)).toMatchObject({ "@context": "https://schema.org" });
    });
  }

  test("hydrates with metadata in its head", async ({ page }) => {
    await page.goto(`${known().url}/coin/bitcoin?currency=usd&range=7d`);
    await expect(page.locator(".highcharts-graph")).toBeVisible();
    await expect(page.locator('head meta[property="og:image"]')).toHaveCount(1);
    await expect(page.locator('head script[type="application/ld+json"]')).toHaveCount(2);
  });

  test("draws a new picture once for two hundred concurrent requests", async ({ request }) => {
    const drawn = async () => {
      const metrics = await (await request.get(`${known().url}/metrics`)).text();
      return Number(/^pictures_total\{outcome="drawn"\} (\d+)/m.exec(metrics)?.[1] ?? 0);
    };
    const before = await drawn();
    const answers = await Promise.all(
      Array.from({ length: 200 }, () =>
        fetch(`${known().url}/coin/tether/preview.png?currency=eur&range=60d`),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(200).fill(200));
    expect(await drawn()).toBe(before + 1);
  });
});

test.describe("the files of a coin", () => {
  test.use({ site: "sample" });

  test("are a table to download, which other sites may read", async ({ request }) => {
    const response = await request.get("/coin/bitcoin/history.csv?currency=usd&range=max");
    expect(response.headers()["content-type"]).toBe("text/csv; charset=utf-8; header=present");
    expect(response.headers()["content-disposition"]).toBe(
      'attachment; filename="sample-bitcoin-usd-max.csv"',
    );
    expect(response.headers()["access-control-allow-origin"]).toBe("*");
    expect(response.headers()["cross-origin-resource-policy"]).toBe("cross-origin");
    expect(await response.text()).toMatch(
      /^Time \(UTC\),"Sample, not a live market: Price of Bitcoin \(USD\)",/,
    );
  });

  test("are open to other sites, and sent only if they have changed", async ({ page, request, baseURL }) => {
    const address = `${baseURL}/coin/bitcoin/history.json?currency=usd&range=1y&style=candles`;
    const other = createServer((_, response) => {
      response.setHeader("Content-Type", "text/html").end("<title>Other</title>");
    });
    await page.goto(`http://127.0.0.1:${await listen(other)}/`);
    const { tag, columns } = await page.evaluate(async (url) => {
      const response = await fetch(url);
      return { tag: response.headers.get("etag"), columns: (await response.json()).columns };
    }, address);
    expect(columns).toEqual(["time", "open", "high", "low", "close"]);
    expect(tag).toMatch(/^"[\w-]+"$/);
    const again = await request.get(address, { headers: { "If-None-Match": tag ?? "" } });
    expect([again.status(), (await again.body()).byteLength]).toEqual([304, 0]);
    expect(again.headers()["cache-control"]).toMatch(/^public/);
    const openApi = await request.get("/api/openapi.json");
    expect((await openApi.json()).openapi).toBe("3.1.0");
    expect(openApi.headers()["access-control-allow-origin"]).toBe("*");
    other.close();
  });

  test("are the same in every colour mode", async ({ request }) => {
    const plain = await request.get("/coin/bitcoin/chart.svg?currency=usd&range=1y");
    const chosen = await request.get("/coin/bitcoin/chart.svg?range=1y&currency=USD&x=1", {
      headers: { cookie: "colour-mode=dark" },
    });
    expect(chosen.headers()["cache-control"]).toMatch(/^public/);
    expect(await chosen.text()).toBe(await plain.text());
  });

  test("of an unknown coin are a sentence that may not be cached", async ({ request }) => {
    for (const file of ["history.csv", "history.json", "chart.svg", "preview.png"]) {
      const response = await request.get(`/coin/ghost/${file}`);
      expect(response.status()).toBe(404);
      expect(response.headers()["content-type"]).toBe("text/plain; charset=utf-8");
      expect(response.headers()["cache-control"]).toBe("no-store");
      expect(await response.text()).toBe("There is no such coin.\n");
    }
  });

  test("have HTML to copy that shows the chart on another site", async ({ page, baseURL }) => {
    await page.goto("/coin/bitcoin?currency=usd&range=7d");
    await page.locator("summary", { hasText: "Export" }).click();
    await page.getByText("Embed").click();
    await expect(page.getByRole("img", { name: "Price of Bitcoin in USD, 7 days" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Copy HTML" })).toBeVisible();
    const line = await page.getByRole("textbox", { name: "HTML of the chart, to copy" }).inputValue();
    // That it can be shown there is in exports.without-script.spec.ts.
    expect(line).toContain(`src="${baseURL}/coin/bitcoin/chart.svg?currency=usd&#38;range=7d&#38;`);
  });
});

test.describe("with an unreachable service", () => {
  test.use({ site: "cut off" });
  test("pictures are a 503 with a sentence, and files have the page's status", async ({ request }) => {
    const picture = await request.get("/coin/bitcoin/preview.png");
    expect(picture.status()).toBe(503);
    expect(picture.headers()["retry-after"]).toMatch(/^\d+$/);
    const page = await request.get("/coin/bitcoin");
    for (const response of [picture, await request.get("/coin/bitcoin/history.csv")]) {
      expect(response.headers()["cache-control"]).toBe("no-store");
      expect(await response.text()).toBe("Error While Fetching Coin.\n");
    }
    expect((await request.get("/coin/bitcoin/chart.svg")).status()).toBe(page.status());
  });
});

test.describe("with more requests for pictures than can be drawn", () => {
  test.use({ site: "sample" });
  test("requests beyond the limit get a Retry-After that may not be cached", async ({ request, baseURL }) => {
    const asked = Array.from({ length: 60 }, (_, index) =>
      fetch(`${baseURL}/coin/sample-coin-${200 + index}/preview.png?currency=eur&range=14d`),
    );
    const answers = await Promise.all(asked);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.length).toBeGreaterThan(0);
    for (const answer of refused) {
      expect(answer.status).toBe(503);
      expect(answer.headers.get("retry-after")).toMatch(/^\d+$/);
      expect(answer.headers.get("cache-control")).toBe("no-store");
      expect(answer.headers.get("content-type")).toBe("text/plain; charset=utf-8");
      // By the queue of the pictures or, on a busy machine, by that of all that has to be rendered.
      expect(await answer.text()).toMatch(
        /^(?:Error While Fetching Coin\.|Too many pages are requested .*)\n$/,
      );
    }
    const again = await request.get(new URL(refused[0]?.url ?? "").pathname);
    expect(again.status()).toBe(200);
  });
});

test.describe("with a service that rejects calls for ten minutes", () => {
  test.use({ site: "rate limited" });
  test("files say when to come back", async ({ request }) => {
    for (const file of ["history.csv", "preview.png"]) {
      const response = await request.get(`/coin/bitcoin/${file}`);
      expect(response.status()).toBe(503);
      expect(Number(response.headers()["retry-after"])).toBeGreaterThan(0);
      expect(response.headers()["cache-control"]).toBe("no-store");
    }
  });
});
