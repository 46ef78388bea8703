import { Registry } from "prom-client";
import { expect, it, vi } from "vitest";
import { createRasteriser, PictureRefusal } from "~/services/pictures/rasteriser.server";
import { decodePng } from "../../support/png-pixels";

const svg = (fill: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20" fill="${fill}"/><text x="2" y="15" font-size="14">₹€</text></svg>`;
const HERE = new AbortController().signal;

async function outcomes(registry: Registry) {
  const [metric] = await registry.getMetricsAsJSON();
  return Object.fromEntries((metric?.values ?? []).map(({ labels, value }) => [labels["outcome"], value]));
}

it("draws a picture with the size and the colours of its SVG", async () => {
  const rasterise = createRasteriser(new Registry());
  const png = Buffer.from(await rasterise(svg("#123456"), HERE));
  expect(png.subarray(1, 4).toString()).toBe("PNG");
  const { width, height, colourAt } = await decodePng(png);
  expect([width, height]).toEqual([40, 20]);
  expect(colourAt(39, 0)).toBe(0x123456);
});

it("draws one at a time, rejects more when the queue is full, and recovers", async () => {
  const registry = new Registry();
  const rasterise = createRasteriser(registry);
  const asked = Array.from({ length: 40 }, () =>
    rasterise(svg("red"), HERE).catch((error: unknown) => error),
  );
  const answers = await Promise.all(asked);
  const refused = answers.filter((answer) => answer instanceof PictureRefusal);
  expect(refused.length).toBeGreaterThan(10);
  expect(answers.length - refused.length).toBeGreaterThanOrEqual(20);
  await rasterise(svg("blue"), HERE);
  expect(await outcomes(registry)).toEqual({
    refused: refused.length,
    drawn: answers.length - refused.length + 1,
  });
});

it("does not draw for a visitor who has disconnected", async () => {
  const registry = new Registry();
  const rasterise = createRasteriser(registry);
  const left = new AbortController();
  const first = rasterise(svg("red"), HERE);
  const second = rasterise(svg("blue"), left.signal);
  left.abort();
  await expect(second).rejects.toThrow(PictureRefusal);
  await first;
  expect(await outcomes(registry)).toEqual({ drawn: 1 });
});

it("draws again after a drawing that failed", async () => {
  const registry = new Registry();
  const rasterise = createRasteriser(registry);
  await expect(rasterise("not a drawing", HERE)).rejects.toThrow(PictureRefusal);
  expect(console.error).toHaveBeenCalledOnce();
  vi.mocked(console.error).mockClear();
  await rasterise(svg("red"), HERE);
  expect(await outcomes(registry)).toEqual({ failed: 1, drawn: 1 });
});
