import { createServer, type RequestListener, type Server } from "node:http";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { BusyError } from "~/services/http/work-queue.server";
import { createMarketPictures, isPublicAddress } from "~/services/pictures/market-pictures.server";
import { listen } from "../../support/free-port.mjs";

const PNG = Buffer.from("\x89PNG\r\n\x1a\n and more", "latin1");

let server: Server;
let origin: string;
let asked: string[];
let answer: RequestListener;

beforeEach(async () => {
  asked = [];
  answer = (_, response) => response.end(PNG);
  server = createServer((request, response) => {
    asked.push(request.url ?? "");
    answer(request, response);
  });
  origin = `http://127.0.0.1:${await listen(server)}`;
});

afterEach(() => server.close());

const openPictures = () => createMarketPictures(origin);

/** What comes of an answer of the service: the type of the picture, or null. */
async function outcomeOf(answering: RequestListener): Promise<string | null> {
  answer = answering;
  return (await openPictures().find(`${origin}/a`))?.type ?? null;
}

const sends = (start: string) => outcomeOf((_, response) => response.end(Buffer.from(start, "latin1")));

describe("a picture of a coin", () => {
  it("is fetched once for all who ask for it", async () => {
    const pictures = openPictures();
    const [one, other] = await Promise.all([1, 2].map(() => pictures.find(`${origin}/a.png?1`)));
    expect(one).toEqual({ type: "image/png", bytes: PNG });
    expect(other).toBe(one);
    expect(await pictures.find(`${origin}/a.png?1`)).toBe(one);
    expect(asked).toEqual(["/a.png?1"]);
  });

  it("is what its bytes say, whatever it is called", async () => {
    expect(await sends("\xff\xd8\xff\xe0")).toBe("image/jpeg");
    expect(await sends("GIF89a")).toBe("image/gif");
    expect(await sends("RIFF\x01\x02\x03\x04WEBPVP8 ")).toBe("image/webp");
    for (const odd of ["<svg xmlns='http://www.w3.org/2000/svg'/>", "<!doctype html>", ""])
      expect(await sends(odd)).toBeNull();
  });

  it("is refused if it is larger than 200 kB, broken off, or not there", async () => {
    const large = Buffer.concat([PNG, Buffer.alloc(200_000)]);
    const brokenOff: RequestListener = (_, response) =>
      response.writeHead(200, { "content-length": 99 }).write(PNG, () => response.destroy());
    expect(await outcomeOf((_, response) => response.end(large))).toBeNull();
    expect(await outcomeOf((_, response) => response.writeHead(404).end(PNG))).toBeNull();
    expect(await outcomeOf(brokenOff)).toBeNull();
  });

  it("is not asked for again soon after it has failed", async () => {
    answer = (_, response) => response.writeHead(500).end();
    const pictures = openPictures();
    for (const _ of [1, 2]) expect(await pictures.find(`${origin}/a`)).toBeNull();
    expect(asked).toEqual(["/a"]);
  });

  it("that is late keeps nobody waiting, and is there for the next visitor", async () => {
    let arrive = () => {};
    answer = (_, response) => {
      arrive = () => response.end(PNG);
    };
    const pictures = createMarketPictures(origin, 30);
    await expect(pictures.find(`${origin}/a`)).rejects.toThrow(BusyError);
    await vi.waitFor(() => expect(asked).toEqual(["/a"]));
    arrive();
    await vi.waitFor(async () => expect((await pictures.find(`${origin}/a`))?.bytes).toEqual(PNG));
    expect(asked).toEqual(["/a"]);
  });

  it("may move on its host, but not to another or in circles", async () => {
    const to =
      (location: string): RequestListener =>
      (request, response) =>
        request.url === "/a" ? response.writeHead(302, { location }).end() : response.end(PNG);
    expect(await outcomeOf(to("/b"))).toBe("image/png");
    expect(await outcomeOf(to(`${origin.replace("127.0.0.1", "localhost")}/b`))).toBeNull();
    expect(await outcomeOf(to("/a"))).toBeNull();
    expect(asked.slice(-3)).toEqual(["/a", "/a", "/a"]);
  });

  it("comes from elsewhere only by https, from a named host with a public address", async () => {
    const { port } = new URL(origin);
    const pictures = createMarketPictures(null);
    const own = [`http://127.0.0.1:${port}`, `https://127.0.0.1:${port}`, `https://localhost:${port}`];
    for (const host of [...own, "https://[::1]"]) expect(await pictures.find(`${host}/a`), host).toBeNull();
    expect(asked).toEqual([]);
  });
});

const PUBLIC = ["93.184.215.14", "2606:2800:21f:cb07::1"];
const PRIVATE = ["0.0.0.0", "10.1.2.3", "100.64.0.1", "127.0.0.1", "169.254.169.254", "172.31.0.1"];
const OTHERS = ["192.168.1.1", "198.18.0.1", "224.0.0.1", "255.255.255.255", "pictures.example"];
const IN_IPV6 = ["::", "::1", "::ffff:127.0.0.1", "::ffff:8.8.8.8", "64:ff9b::7f00:1"];
const OTHERS_IN_IPV6 = ["fc00::1", "fd12::1", "fe80::1", "ff02::1", "2001:db8::1", "2002:7f00:1::"];

it.each([...PUBLIC, ...PRIVATE, ...OTHERS, ...IN_IPV6, ...OTHERS_IN_IPV6])(
  "whether %s is public",
  (address) => expect(isPublicAddress(address)).toBe(PUBLIC.includes(address)),
);
