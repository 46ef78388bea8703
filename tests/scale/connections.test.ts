import { get } from "node:http";
import { connect, type Socket } from "node:net";
import { afterEach, expect, test } from "vitest";
import { type Site, startSite } from "../support/site";

let site: Site;
const held: Socket[] = [];

afterEach(async () => {
  for (const socket of held.splice(0)) socket.destroy();
  await site.stop();
});

test("a client that opens more connections than the site accepts does not keep others out", async () => {
  // Without a proxy, as by default.
  site = await startSite({ CONNECTIONS_PER_ADDRESS: "" });
  const port = Number(new URL(site.url).port);
  await Promise.all(Array.from({ length: 2200 }, () => hold(port)));
  expect(await statusFor("127.0.0.2", port)).toBe(200);
  // And the client itself, whose oldest connection makes room.
  expect(await statusFor("127.0.0.1", port)).toBe(200);
  expect(site.log().match(/CONNECTIONS_PER_ADDRESS/g)).toHaveLength(1);
});

/** Opens a connection and sends half a request. */
function hold(port: number): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.write("GET /coins HTTP/1.1\r\nHost: half", () => resolve());
    });
    // Reset, to make room.
    socket.on("error", () => resolve());
    held.push(socket);
  });
}

function statusFor(localAddress: string, port: number): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get({ host: "127.0.0.1", port, path: "/healthz", localAddress, agent: false }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    }).once("error", reject);
  });
}
