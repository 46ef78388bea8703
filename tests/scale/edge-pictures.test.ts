import { once } from "node:events";
import { createServer } from "node:http";
import { expect, it, onTestFinished } from "vitest";
import { freePort } from "../support/free-port.mjs";
import { startSite } from "../support/site";
import { startNginx } from "./nginx.mjs";
import { visit, visitUntilCached } from "./visitor";

/** One pixel. */
const PICTURE = Buffer.from("R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=", "base64");

it("a picture comes from any of six replicas, and from nginx when all are gone; one that the market data did not name from none", async () => {
  const port = await freePort();
  const image = `http://127.0.0.1:${port}/pictures/known.gif`;
  const asked: string[] = [];
  const service = createServer(({ url = "" }, response) => {
    if (!url.startsWith("/pictures/"))
      return response.setHeader("Content-Type", "application/json").end(JSON.stringify([{ id: "a", image }]));
    asked.push(url);
    response.end(PICTURE);
  }).listen(port, "127.0.0.1");
  await once(service, "listening");
  onTestFinished(() => void service.close());
  // They share the password, although no cache listens there.
  const cacheUrl = `redis://:a-password@127.0.0.1:${await freePort()}`;
  const settings = { MARKET_DATA_URL: `http://127.0.0.1:${port}`, MARKET_DATA_CACHE_URL: cacheUrl };
  const replicas = await Promise.all(Array.from({ length: 6 }, () => startSite(settings)));
  onTestFinished(async () => void (await Promise.all(replicas.map((replica) => replica.stop()))));
  const edge = await startNginx(replicas.map(({ url }) => url));
  onTestFinished(() => edge.stop());

  const page = await visit(replicas[5]?.url ?? "", "/exchanges");
  const path = /<img[^>]* src="([^"]+)"/.exec(page.body.toString())?.[1] ?? "";
  for (const { url } of replicas) expect((await visit(url, path)).body.equals(PICTURE)).toBe(true);
  expect(asked).toHaveLength(6);
  const cached = await visitUntilCached(edge.url, path);
  expect(cached.body.equals(PICTURE)).toBe(true);
  expect(cached.headers).toMatchObject({
    "content-type": "image/gif",
    "cache-control": "public, max-age=604800, immutable",
    "x-content-type-options": "nosniff",
  });

  const before = asked.length;
  for (const forged of [
    path.replace("known", "other"),
    path.replace(/(?<=picture\/)./, (first) => (first === "A" ? "B" : "A")),
    path.replace(/(?<=picture)\/[^/]+/, ""),
  ])
    for (const url of [edge.url, ...replicas.map((replica) => replica.url)])
      expect(await visit(url, forged)).toMatchObject({
        status: 404,
        headers: { "cache-control": "no-store" },
      });
  expect(asked).toHaveLength(before);
  await Promise.all(replicas.map((replica) => replica.stop()));
  expect((await visit(edge.url, path)).body.equals(PICTURE)).toBe(true);
});
