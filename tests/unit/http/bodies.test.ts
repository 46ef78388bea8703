import { describe, expect, it, vi } from "vitest";
import { eventually, MINUTE } from "../market-data/market-under-test";
import { get, post, startServer } from "./server-under-test";

describe("a body", () => {
  it.each([
    ["of more than 64 kB", post("/colour-mode", "Content-Length: 65537"), "413 Payload Too Large"],
    ["without a length", post("/colour-mode", "Transfer-Encoding: chunked"), "411 Length Required"],
    ["of a GET", get("/coins", "Content-Length: 3"), "400 Bad Request"],
    ["of a GET without a length", get("/coins", "Transfer-Encoding: chunked"), "400 Bad Request"],
  ])("%s is rejected before it is sent, and the connection is closed", async (_, head, status) => {
    const listener = vi.fn();
    const { connect } = await startServer(listener);
    const text = await connect(head).ended();
    expect(text).toMatch(new RegExp(`^HTTP/1\\.1 ${status}\r\n`));
    expect(text).toContain("Connection: close\r\n");
    expect(text).toContain("Cache-Control: no-store\r\n");
    expect(listener).not.toHaveBeenCalled();
  });

  it("is rejected with an answer that a client can read even if it goes on sending", async () => {
    const { taken, connect } = await startServer(() => {}, { lingerMs: MINUTE });
    const client = connect(post("/colour-mode", "Content-Length: 20000000"));
    client.stopReading();
    client.send("x".repeat(20_000_000));
    await eventually(() => expect(taken.requestCount()).toBe(1));
    client.readOn();
    expect(await client.answers(1)).toMatch(/^HTTP\/1\.1 413 /);
  });

  it("of 64 kB, a list of 7,000 characters in percent-encoding, is accepted", async () => {
    const { connect } = await startServer(async (request, response) => {
      response.end(`${Buffer.concat(await request.toArray()).length} bytes`);
    });
    const sent = post("/watchlist", "Content-Length: 65536") + "x".repeat(65_536);
    expect(await connect(sent).answers(1)).toContain("65536 bytes");
  });
});
