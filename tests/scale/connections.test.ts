import { get } from "node:http";
import { resolve } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startSite } from "../support/site";
import { openConnection } from "./raw-connection";

/** Where visitors connect from who seem to have public addresses. */
const [CLIENT, OTHER] = ["127.0.113.1", "127.0.113.2"];

test("a client that opens more connections than the site accepts does not keep others out", async () => {
  const site = await startSite({
    NODE_OPTIONS: `--require ${resolve("tests/support/public-addresses.cjs")}`,
  });
  onTestFinished(() => site.stop());
  const port = Number(new URL(site.url).port);
  const half = "GET /coins HTTP/1.1\r\nHost: half";
  const held = await Promise.all(Array.from({ length: 2200 }, () => openConnection(site.url, half, CLIENT)));
  onTestFinished(() => held.forEach(({ socket }) => void socket.destroy()));
  expect(await statusFor(OTHER, port)).toBe(200);
  // And the client itself, whose oldest connection makes room.
  expect(await statusFor(CLIENT, port)).toBe(200);
  expect(site.log().match(/CONNECTIONS_PER_ADDRESS/g)).toHaveLength(1);
});

function statusFor(localAddress: string, port: number): Promise<number | undefined> {
  return new Promise((found, reject) => {
    get({ host: "127.0.0.1", port, path: "/healthz", localAddress, agent: false }, (answer) => {
      answer.resume();
      found(answer.statusCode);
    }).once("error", reject);
  });
}
