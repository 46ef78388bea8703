import { beforeEach, expect, it, vi } from "vitest";
import { loader } from "~/routes/coin.$id_.$file";
import { failUnreachable, MINUTE } from "../market-data/market-under-test";
import { openSampleMarket } from "../page-models/open-market";

vi.mock("~/services/market-data/configured.server", () => import("../page-models/open-market"));

let setting: ReturnType<typeof openSampleMarket>;

beforeEach(() => {
  setting = openSampleMarket({ start: Date.UTC(2026, 10, 20, 9, 30) });
});

async function ask(id: string, query = "currency=usd") {
  const request = new Request(`https://a.test/coin/${encodeURIComponent(id)}/tile.svg?${query}`);
  const response = await loader({ request, params: { id, file: "tile.svg" }, context: {} });
  return { response, body: await response.text() };
}

it("a tile says the whole sentence in words, and has the line of the week", async () => {
  const { response, body } = await ask("bitcoin");
  expect(response.headers.get("content-type")).toBe("image/svg+xml; charset=utf-8");
  expect(response.headers.get("content-security-policy")).toBe("default-src 'none'");
  expect(body).toMatch(/^<svg [^>]*width="320" height="96"/);
  const [, title] = /<title>([^<]+)<\/title>/.exec(body) ?? [];
  expect(title).toMatch(/^Bitcoin \$[\d,.]+, (?:up|down) [\d.]+\u00a0% in 24 hours, 20 Nov 2026, 09:30 UTC$/);
  expect(body).toContain(`aria-label="${title}"`);
  expect(body).toMatch(/ d="M0 \d+l(1[ -]\d+ ?)+"/);
  expect((await ask("bitcoin", "currency=usd&mode=dark")).body).not.toBe(body);
  // The names of all coins, and the coin's row.
  expect(setting.calls).toHaveLength(2);
});

it("a thousand tiles cause no more calls in an hour than one visitor", async () => {
  for (let number = 1; number <= 1000; number += 1) {
    await ask(`sample-coin-${100 + (number % 300)}`);
    if (number % 50 === 0) setting.clock.advance(3 * MINUTE);
  }
  expect(setting.calls.length).toBeLessThanOrEqual(8);
});

it.each([
  "<script>alert(1)</script>",
  "\"><image href='//x'/>",
  "Bell\u0007 & \u0000",
  "עברית",
  "👩‍🚀 ".repeat(30),
])("the name %j breaks no tile", async (name) => {
  const { answer } = setting.service;
  setting.service.answer = async (path) => {
    const body = await answer(path);
    return path.startsWith("/coins/markets") && Array.isArray(body)
      ? body.map((row) => ({ ...row, name }))
      : body;
  };
  const { body } = await ask("bitcoin");
  expect(body).not.toMatch(/<(?:script|image|foreignObject)/);
  expect(body.replace(/<\/?[a-z]+(?: [a-zA-Z-:]+="[^"<]*")*\/?>/g, "")).not.toMatch(/[<>]/);
});

it("an unknown coin has no tile, and without data there is none for the moment", async () => {
  expect(await ask("ghost")).toMatchObject({ response: { status: 404 }, body: "There is no such coin.\n" });
  setting.service.answer = failUnreachable;
  const { response } = await ask("bitcoin");
  expect([response.status, response.headers.get("cache-control")]).toEqual([503, "no-store"]);
});
