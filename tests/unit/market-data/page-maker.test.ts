import { expect, it } from "vitest";
import type { ServedAnswer } from "~/services/market-data/cache/answer-cache.server";
import { createPageMaker, type DataAge } from "~/services/pages/page.server";
import {
  failUnreachable,
  MINUTE,
  marketBeforeFunction,
  promisesSettled,
  watchWarnings,
} from "./market-under-test";

interface Model extends DataAge {
  readonly text: string;
}

function answer(fields: Partial<ServedAnswer<object>> = {}): ServedAnswer<object> {
  return { value: {}, fetchedAt: 1000, freshForMs: 500, isOutOfDate: false, ...fields };
}

function make(age: DataAge): Model {
  return { text: "a page", ...age };
}

it("gives the same model for as long as the answers are the same", () => {
  const pageOf = createPageMaker<Model>();
  const [coin, history] = [answer(), answer()];
  const first = pageOf([history, coin], "7d", make);
  const later = pageOf(
    [
      { ...history, freshForMs: 0 },
      { ...coin, freshForMs: 3 },
    ],
    "7d",
    make,
  );
  expect(later.model).toBe(first.model);
});

it.each([0, 1])("gives a new model when answer %i changes", (index) => {
  const pageOf = createPageMaker<Model>();
  const answers = [answer(), answer()] as const;
  const first = pageOf(answers, "7d", make);
  const [history, coin] = answers;
  const changed = index === 0 ? ([answer(), coin] as const) : ([history, answer()] as const);
  expect(pageOf(changed, "7d", make).model).not.toBe(first.model);
});

it("gives a model for each variant", () => {
  const pageOf = createPageMaker<Model>();
  const shared = answer();
  const year = pageOf([shared], "1y", make);
  expect(pageOf([shared], "max", make).model).not.toBe(year.model);
  expect(pageOf([shared], "1y", make).model).toBe(year.model);
});

it("gives a new model when an answer becomes out of date, and the former when it is not any more", () => {
  const pageOf = createPageMaker<Model>();
  const coin = answer();
  const before = pageOf([coin], "", make);
  const outOfDate = pageOf([{ ...coin, isOutOfDate: true }], "", make);
  expect(before.model.isOutOfDate).toBe(false);
  expect(outOfDate.model.isOutOfDate).toBe(true);
  expect(pageOf([{ ...coin, isOutOfDate: true }], "", make).model).toBe(outOfDate.model);
  expect(pageOf([coin], "", make).model).toBe(before.model);
});

it("is as old as its first part, as fresh as its stalest, and out of date with any of them", () => {
  const page = createPageMaker<Model>()(
    [
      answer({ fetchedAt: 3000, freshForMs: 900 }),
      answer({ fetchedAt: 2000, freshForMs: 0, isOutOfDate: true }),
      answer({ fetchedAt: 4000, freshForMs: 100 }),
    ],
    "",
    make,
  );
  expect(page.model).toMatchObject({ fetchedAt: 3000, isOutOfDate: true });
  expect(page.freshForMs).toBe(0);
});

it("gives a frozen model", () => {
  expect(Object.isFrozen(createPageMaker<Model>()([answer()], "", make).model)).toBe(true);
});

it("gives one model through an outage, another once it is out of date, and a third after it", async () => {
  watchWarnings();
  const { market, clock, service } = marketBeforeFunction();
  const well = service.answer;
  const pageOf = createPageMaker<Model>();
  const model = async () => {
    const page = pageOf([await market.coins("usd", 1)], "", make);
    await promisesSettled();
    return page.model;
  };
  const fresh = await model();
  service.answer = failUnreachable;
  clock.advance(MINUTE + 1);
  expect(await model()).toBe(fresh);
  clock.advance(MINUTE);
  const outOfDate = await model();
  expect(outOfDate).toEqual({ ...fresh, isOutOfDate: true });
  clock.advance(MINUTE);
  expect(await model()).toBe(outOfDate);
  service.answer = well;
  clock.advance(5 * MINUTE);
  await model();
  expect(await model()).toEqual({ text: "a page", fetchedAt: clock.now(), isOutOfDate: false });
});
