import { describe, expect, it } from "vitest";
import { createPicturePaths, pictureKey } from "~/services/pictures/picture-paths.server";

const [one, other] = ["a", "b"].map((letter) => createPicturePaths(Buffer.from(letter.repeat(32))));
const URL_OF_ONE = "https://a.example/large/coin.png?1";
const PATH = one?.pathOf(URL_OF_ONE) ?? "";

describe("the path of a picture", () => {
  it.each([
    URL_OF_ONE,
    "http://127.0.0.1:4010/a.png",
    ...["https://a.example/?a=/\\b", "https://a.example/a%3Fb%253Fc%20d%5C?%2E#top", "https://[2606::1]/"],
  ])("says %s to any process with the key that made it, as a browser sends it", (url) => {
    const path = one?.pathOf(url) ?? "";
    expect(new URL(path, "https://site.example").pathname).toBe(path);
    expect(one?.urlOf(path)).toBe(url);
    expect(other?.urlOf(path)).toBeNull();
  });

  it.each([
    ["of another picture", PATH.replace("coin", "coim")],
    ["of another host", PATH.replace("a.example", "b.example")],
    ["spelt in another way", PATH.replace("%3F", "%3f")],
    ["with a longer signature", PATH.replace("/a.example", "A/a.example")],
    ["with a shorter signature", PATH.replace(/.\/a.example/, "/a.example")],
    ["with other letters", PATH.replace(/(?<=picture\/)./, "é")],
    ["without a signature", "/picture/a.example/large/coin.png%3F1"],
    ["without an address", PATH.split("/").slice(0, 3).join("/")],
    ["that cannot be decoded", `${PATH}%`],
    ["that is empty", "/picture/"],
  ])("says nothing %s", (_what, path) => expect(one?.urlOf(path)).toBeNull());
});

describe("the key", () => {
  const cache = (password: string) => `redis://${password}cache.example:6379`;

  it.each([
    ["are set to the same", ["k".repeat(32), null], ["k".repeat(32), cache(":hush@")], true],
    ["are set to others", ["k".repeat(32), null], ["l".repeat(32), null], false],
    ["have one cache with a password", [null, cache(":hush@")], [null, `${cache("user:hush@")}/1`], true],
    ["have caches with other passwords", [null, cache(":hush@")], [null, cache(":hash@")], false],
    ["have one cache without a password", [null, cache("")], [null, cache("")], false],
    ["have neither", [null, null], [null, null], false],
  ] as const)("of processes that %s", (_what, [ownKey, ownCache], [itsKey, itsCache], isSame) => {
    expect(pictureKey(ownKey, ownCache).equals(pictureKey(itsKey, itsCache))).toBe(isSame);
  });
});
