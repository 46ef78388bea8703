import { describe, expect, it, vi } from "vitest";
import { LIMITS } from "~/services/http/limits.server";
import { get, post, startHeldServer } from "./held-server";

describe("a body", () => {
  it.each([
    ["of more than 8 kB", post("/colour-mode", "Content-Length: 8193"), "413 Payload Too Large"],
    ["of 300 MB", post("/colour-mode", "Content-Length: 314572800"), "413 Payload Too Large"],
    ["without a length", post("/colour-mode", "Transfer-Encoding: chunked"), "411 Length Required"],
    ["of a GET", get("/coins", "Content-Length: 3"), "400 Bad Request"],
    ["of a GET without a length", get("/coins", "Transfer-Encoding: chunked"), "400 Bad Request"],
  ])("%s is refused before it is sent, and the connection ended", async (_, head, status) => {
    let asked = 0;
    const { visit } = await startHeldServer(() => {
      asked += 1;
    });
    const visitor = visit();
    visitor.send(head);
    const text = await visitor.ended();
    expect(text).toMatch(new RegExp(`^HTTP/1\\.1 ${status}\r\n`));
    expect(text).toContain("Connection: close\r\n");
    expect(text).toContain("Cache-Control: no-store\r\n");
    expect(asked).toBe(0);
  });

  it("is refused to a visitor who sends it all the same, and who hears of it", async () => {
    const { hold, visit } = await startHeldServer(() => {}, { lingerMs: LIMITS.lingerMs });
    const visitor = visit();
    visitor.stopReading();
    visitor.send(post("/colour-mode", "Content-Length: 20000000"));
    visitor.send("x".repeat(20_000_000));
    await vi.waitFor(() => expect(hold.requestCount()).toBe(1));
    visitor.readOn();
    expect(await visitor.ended()).toMatch(/^HTTP\/1\.1 413 /);
  });

  it("of 8 kB is taken", async () => {
    const { visit } = await startHeldServer(async (request, response) => {
      let bytes = 0;
      for await (const chunk of request) bytes += Buffer.byteLength(chunk);
      response.end(`${bytes} bytes`);
    });
    const visitor = visit();
    visitor.send(post("/colour-mode", "Content-Length: 8192") + "x".repeat(8192));
    expect(await visitor.answers(1)).toContain("8192 bytes");
  });
});
