import { once } from "node:events";
import { createServer } from "node:http";
import { expect, it, onTestFinished } from "vitest";
import { freePort } from "../support/free-port.mjs";
import { startSite } from "../support/site";
import { startNginx } from "./nginx.mjs";
import { visit, visitUntilCached } from "./visitor";

/** One pixel. */
const PICTURE = Buffer.from("R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=", "base64");

it("a picture comes from the replica that has read of it, and then from nginx, also when all replicas are gone", async () => {
  const port = await freePort();
  const image = `http://127.0.0.1:${port}/pictures/known.gif`;
  const service = createServer(({ url = "" }, response) => {
    if (url.startsWith("/pictures/")) return response.end(PICTURE);
    response.setHeader("Content-Type", "application/json").end(JSON.stringify([{ id: "known", image }]));
  }).listen(port, "127.0.0.1");
  await once(service, "listening");
  onTestFinished(() => void service.close());
  const settings = { MARKET_DATA_URL: `http://127.0.0.1:${port}` };
  const replicas = [await startSite(settings), await startSite(settings)];
  onTestFinished(async () => void (await Promise.all(replicas.map((replica) => replica.stop()))));
  const edge = await startNginx(replicas.map(({ url }) => url));
  onTestFinished(() => edge.stop());

  const path = `/picture/127.0.0.1:${port}/pictures/known.gif`;
  const other = `/picture/127.0.0.1:${port}/pictures/other.gif`;
  expect((await visit(edge.url, path)).status).toBe(404);
  await visit(replicas[1]?.url ?? "", "/exchanges");
  expect((await visit(edge.url, path)).status).toBe(200);
  const kept = await visitUntilCached(edge.url, path);
  expect(kept.body.equals(PICTURE)).toBe(true);
  expect(kept.headers["content-type"]).toBe("image/gif");
  expect((await visit(edge.url, other)).status).toBe(404);
  await Promise.all(replicas.map((replica) => replica.stop()));
  expect((await visit(edge.url, path)).body.equals(PICTURE)).toBe(true);
});
