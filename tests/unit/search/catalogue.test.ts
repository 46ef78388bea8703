import { expect, it } from "vitest";
import { buildCatalogue } from "~/services/search/catalogue.server";
import { marketWithFunction } from "../market-data/market-under-test";

it("the list of all coins is read strictly: replicas share it", async () => {
  const odd = ["", "../x\ta\tb", "bad\u202e\tbad\tBad", "odd\tod\u0007d\tOdd", "\tx\tNo Id"];
  const lines = ["bitcoin\tbtc\tBitcoin", ...odd, "eth\teth\tEther"].join("\n");
  const { index, coinAt } = await buildCatalogue({ lines }, marketWithFunction().market.records);
  const places = ["b", "e", "o", "x"].flatMap((key) => index.find(key, 50).places);
  expect(new Set(places.map((place) => coinAt(place).id))).toEqual(new Set(["bitcoin", "eth"]));
});
