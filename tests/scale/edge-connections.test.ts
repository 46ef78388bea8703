import { afterAll, expect, it } from "vitest";
import { openConnection } from "./raw-connection";
import { startStandInBehindNginx } from "./site-behind-nginx";
import { visit } from "./visitor";

const { app, edge, stop } = await startStandInBehindNginx(() => ({ kind: "answer", body: "a page" }), {
  headerSeconds: 1,
});

afterAll(stop);

it("connections whose headers are never complete are ended, however they are fed, and others are served", async () => {
  const head = "GET /coins HTTP/1.1\r\nHost: slow\r\nX: ";
  const held = await Promise.all([
    ...Array.from({ length: 400 }, () => hold(head)),
    hold(""),
    hold("GET /co"),
    hold(`GET /coins HTTP/1.1\r\nHost: slow\r\nX: ${"x".repeat(7000)}`),
    // The timeout is for all headers, not for the next byte.
    hold(head, "x"),
  ]);
  expect((await visit(edge.url, "/coins")).status).toBe(200);
  for (const { closed } of held) await closed;
  expect((await visit(edge.url, "/coins")).status).toBe(200);
  expect(app.calls.map(({ path }) => path)).toEqual(["/coins", "/coins"]);
});

/** Opens a connection, sends the text, and then another one again and again. */
async function hold(text: string, next?: string) {
  const { socket, closed } = await openConnection(edge.url, text);
  const feeding = next === undefined ? undefined : setInterval(() => void socket.write(next), 50);
  socket.once("close", () => clearInterval(feeding));
  return { closed };
}
