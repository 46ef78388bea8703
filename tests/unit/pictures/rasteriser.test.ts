import { Registry } from "prom-client";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createRasteriser } from "~/services/pictures/rasteriser.server";
import { decodePng } from "../../support/png-pixels";
import * as market from "../market-data/market-under-test";

const { eventually, promisesSettled } = market;

function fakeTimers(): void {
  onTestFinished(market.fakeTimers());
}

const svg = (fill: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20" fill="${fill}"/><text x="2" y="15" font-size="14">₹€</text></svg>`;
const here = () => new AbortController().signal;

async function outcomes(registry: Registry) {
  const [metric] = await registry.getMetricsAsJSON();
  return Object.fromEntries((metric?.values ?? []).map(({ labels, value }) => [labels["outcome"], value]));
}

it("draws a picture with the size and the colours of its SVG", async () => {
  const rasterise = createRasteriser(new Registry());
  const png = Buffer.from((await rasterise(svg("#123456"), here())) ?? []);
  expect(png.subarray(1, 4).toString()).toBe("PNG");
  const { width, height, colourAt } = await decodePng(png);
  expect([width, height]).toEqual([40, 20]);
  expect(colourAt(39, 0)).toBe(0x123456);
});

it("draws one at a time, rejects more when the queue is full, and recovers", async () => {
  const registry = new Registry();
  const rasterise = createRasteriser(registry);
  const answers = await Promise.all(Array.from({ length: 40 }, () => rasterise(svg("red"), here())));
  const refused = answers.filter((answer) => answer === null);
  expect(refused.length).toBeGreaterThan(10);
  expect(answers.length - refused.length).toBeGreaterThanOrEqual(20);
  await rasterise(svg("blue"), here());
  expect(await outcomes(registry)).toEqual({
    refused: refused.length,
    drawn: answers.length - refused.length + 1,
  });
});

it("does not draw for a visitor who has disconnected", async () => {
  const registry = new Registry();
  const rasterise = createRasteriser(registry);
  const left = new AbortController();
  const first = rasterise(svg("red"), here());
  const second = rasterise(svg("blue"), left.signal);
  left.abort();
  expect(await second).toBeNull();
  await first;
  expect(await outcomes(registry)).toEqual({ drawn: 1 });
});

it("draws again after a drawing that failed", async () => {
  const registry = new Registry();
  const rasterise = createRasteriser(registry);
  expect(await rasterise("not a drawing", here())).toBeNull();
  expect(console.error).toHaveBeenCalledOnce();
  vi.mocked(console.error).mockClear();
  await rasterise(svg("red"), here());
  expect(await outcomes(registry)).toEqual({ failed: 1, drawn: 1 });
});

/** A thread that does what the test says on this channel, and says what it was told. */
function threadOnChannel() {
  const name = `pictures-${Math.random()}`;
  const channel = new BroadcastChannel(name);
  onTestFinished(() => channel.close());
  const heard: unknown[] = [];
  channel.onmessage = ({ data }: MessageEvent) => void heard.push(data);
  const source = `
    const { parentPort } = require("node:worker_threads");
    const channel = new BroadcastChannel(${JSON.stringify(name)});
    channel.onmessage = ({ data }) => {
      if (data === "fail") throw new Error("out of luck\\nat line 2");
      if (data === "exit") process.exit(3);
      parentPort.postMessage(data);
    };
    parentPort.on("message", () => channel.postMessage("drawing"));
    channel.postMessage("started");`;
  return {
    source,
    say: (data: unknown) => channel.postMessage(data),
    /** Resolves once the thread, or one after it, has said this so many times. */
    async hears(text: string, times = 1) {
      while (heard.filter((each) => each === text).length < times)
        await new Promise((resolve) => setImmediate(resolve));
    },
    times: (text: string) => heard.filter((each) => each === text).length,
  };
}

const PNG = new Uint8Array([1]);

function loggedLines(): string[] {
  const lines = vi.mocked(console.error).mock.calls.map((words) => words.join(" "));
  vi.mocked(console.error).mockClear();
  return lines;
}

describe("a drawing thread that", () => {
  it.each(["fail", "exit"])(
    "ends while nothing is drawn (%s) is logged in one line and replaced",
    async (end) => {
      const { source, say, hears } = threadOnChannel();
      const rasterise = createRasteriser(new Registry(), source);
      for (const count of [1, 2]) {
        const png = rasterise(svg("red"), here());
        await hears("drawing", count);
        say(PNG);
        expect(await png).toEqual(PNG);
        if (count === 2) break;
        say(end);
        await eventually(() => expect(console.error).toHaveBeenCalled());
        await promisesSettled();
        expect(loggedLines()).toEqual([expect.stringMatching(/^pictures: .*(out of luck|code 3)[^\n]*$/)]);
      }
    },
  );

  it("ends during a drawing fails that picture, and not the next one", async () => {
    const { source, say, hears } = threadOnChannel();
    const rasterise = createRasteriser(new Registry(), source);
    const [first, second] = [rasterise(svg("red"), here()), rasterise(svg("blue"), here())];
    await hears("drawing");
    say("exit");
    expect(await first).toBeNull();
    await hears("drawing", 2);
    say(PNG);
    expect(await second).toEqual(PNG);
    expect(loggedLines()).toHaveLength(1);
  });

  it("does not finish a drawing is ended after ten seconds", async () => {
    fakeTimers();
    const { source, hears } = threadOnChannel();
    const png = createRasteriser(new Registry(), source)(svg("red"), here());
    await hears("drawing");
    vi.advanceTimersByTime(10_000);
    expect(await png).toBeNull();
    expect(loggedLines()).toEqual([expect.stringContaining("10000 ms")]);
  });

  it("keeps ending is started twice, and then not for five seconds", async () => {
    fakeTimers();
    const { source, say, hears, times } = threadOnChannel();
    const registry = new Registry();
    const rasterise = createRasteriser(registry, source);
    const refused = Array.from({ length: 20 }, () => rasterise(svg("red"), here()));
    for (const count of [1, 2]) {
      await hears("started", count);
      say("exit");
    }
    for (const answer of await Promise.all(refused)) expect(answer).toBeNull();
    expect(await rasterise(svg("red"), here())).toBeNull();
    expect(times("started")).toBe(2);
    expect(loggedLines()).toHaveLength(2);
    expect(await outcomes(registry)).toEqual({ failed: 2, refused: 19 });
    vi.advanceTimersByTime(5000);
    const png = rasterise(svg("red"), here());
    await hears("started", 3);
    say(PNG);
    expect(await png).toEqual(PNG);
  });
});
