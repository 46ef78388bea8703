import { expect, it } from "vitest";
import { layoutOf } from "~/domain/market/map-layout";
import { hasSymbol, type MapField } from "~/domain/market/market-map";

/** A hundred coins, each with this share of the market cap of the one before, and symbols of up to eleven letters. */
function market(share: number): readonly MapField[] {
  return Array.from({ length: 100 }, (_, index) => {
    const id = `coin-${index}`;
    const symbol = "abcdefghijk".slice(0, 2 + (index % 10));
    return { id, symbol, name: id, price: 1, marketCap: 1e12 * share ** index, change: 0 };
  });
}

it.each([0.6, 0.8, 0.9, 0.95, 0.99, 1])(
  "more than nine in ten fields have a name, if each coin is %s of the one before",
  (share) => {
    const fields = market(share);
    for (const shape of ["narrow", "wide"] as const) {
      const { boxes, others } = layoutOf(fields, shape);
      const symbols = [...fields.slice(0, 100 - others).map(({ symbol }) => symbol), `+${others}`];
      const named = boxes.filter((box, index) => hasSymbol(box, shape, symbols[index] ?? ""));
      expect(named.length / boxes.length).toBeGreaterThan(0.9);
      expect(named.length).toBeGreaterThan(5);
    }
  },
);
