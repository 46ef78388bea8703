import { Registry } from "prom-client";
import { expect, it, onTestFinished, vi } from "vitest";
import { createRasteriser } from "~/services/pictures/rasteriser.server";
import { decodePng } from "../../support/png-pixels";
import { fakeTimers } from "../market-data/market-under-test";

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
  // However slow the machine is, no place in the queue is waited for too long.
  onTestFinished(fakeTimers());
  const registry = new Registry();
  const drawn = 'require("node:worker_threads").parentPort.postMessage("PNG")';
  const rasterise = createRasteriser(registry, drawn);
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

it("logs a drawing that failed in one line, and draws the next one", async () => {
  const registry = new Registry();
  const rasterise = createRasteriser(registry);
  expect(await rasterise("not a drawing", here())).toBeNull();
  expectLogged(/^pictures: a drawing failed: [^\n]+$/);
  expect(await rasterise(svg("red"), here())).not.toBeNull();
  expect(await outcomes(registry)).toEqual({ failed: 1, drawn: 1 });
});

it("ends a drawing that is not finished after ten seconds", async () => {
  onTestFinished(fakeTimers());
  const channel = new BroadcastChannel("endless drawing");
  onTestFinished(() => channel.close());
  const started = new Promise((resolve) => {
    channel.onmessage = resolve;
  });
  const endless = 'new BroadcastChannel("endless drawing").postMessage("started"); for (;;);';
  const png = createRasteriser(new Registry(), endless)(svg("red"), here());
  await started;
  vi.advanceTimersByTime(10_000);
  expect(await png).toBeNull();
  expectLogged(/no picture within 10000 ms/);
});

function expectLogged(line: RegExp): void {
  expect(vi.mocked(console.error).mock.calls).toEqual([[expect.stringMatching(line)]]);
  vi.mocked(console.error).mockClear();
}
