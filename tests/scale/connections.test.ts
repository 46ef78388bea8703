import { get } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { startSite } from "../support/site";
import { openConnection } from "./raw-connection";

test("a client that opens more connections than the site accepts does not keep others out", async () => {
  // Without a proxy, as by default.
  const site = await startSite({ CONNECTIONS_PER_ADDRESS: "" });
  onTestFinished(() => site.stop());
  const port = Number(new URL(site.url).port);
  const half = "GET /coins HTTP/1.1\r\nHost: half";
  const held = await Promise.all(Array.from({ length: 2200 }, () => openConnection(site.url, half)));
  onTestFinished(() => held.forEach(({ socket }) => void socket.destroy()));
  expect(await statusFor("127.0.0.2", port)).toBe(200);
  // And the client itself, whose oldest connection makes room.
  expect(await statusFor("127.0.0.1", port)).toBe(200);
  expect(site.log().match(/CONNECTIONS_PER_ADDRESS/g)).toHaveLength(1);
});

function statusFor(localAddress: string, port: number): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get({ host: "127.0.0.1", port, path: "/healthz", localAddress, agent: false }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    }).once("error", reject);
  });
}
