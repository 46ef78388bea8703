import { expect, it } from "vitest";
import { pageOf } from "~/services/pages/page.server";

function answer(fetchedAt: number, freshForMs: number, isOutOfDate = false) {
  return { value: {}, fetchedAt, freshForMs, isOutOfDate };
}

it("has the age of its first read, and the data it is given", () => {
  const { model } = pageOf([answer(5000, 0), answer(1000, 0)], { shown: "coin" });
  expect(model).toEqual({ shown: "coin", fetchedAt: 5000, isOutOfDate: false });
});

it("is fresh for as long as all of its reads are", () => {
  expect(pageOf([answer(0, 60_000), answer(0, 20_000), answer(0, 90_000)], {}).freshForMs).toBe(20_000);
});

it("is out of date when any of its reads is", () => {
  expect(pageOf([answer(0, 0), answer(0, 0, true)], {}).model.isOutOfDate).toBe(true);
});
