import { expect, it, vi } from "vitest";
import { coinsPage } from "~/services/pages/coins-page.server";
import { openMarket } from "./open-market";

vi.mock("~/services/market-data/configured.server", () => import("./open-market"));

it.each([null, "layer-1"])(
  "all sorts of a page of the list, of category %s, share a call",
  async (category) => {
    const { calls, service } = openMarket();
    service.answer = (path) =>
      path.startsWith("/coins/markets?")
        ? [1, 3, 2].map((price) => ({ id: `c${price}`, current_price: price }))
        : {};
    const sorted = async (sort: "price_asc" | "price_desc") => {
      const table = { order: "volume_desc", sort } as const;
      const { model } = await coinsPage("eur", 7, table, category, new AbortController().signal);
      return model.coins.map(({ price }) => price);
    };
    expect(await sorted("price_asc")).toEqual([1, 2, 3]);
    expect(await sorted("price_desc")).toEqual([3, 2, 1]);
    const lists = calls.filter((path) => path.startsWith("/coins/markets?"));
    expect(lists).toEqual([expect.stringMatching(/vs_currency=eur&page=7&order=volume_desc/)]);
    expect(lists[0]?.includes("category=layer-1")).toBe(category !== null);
  },
);
