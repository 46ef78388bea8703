import { beforeEach, expect, it, vi } from "vitest";
import { createDoor } from "~/services/market-data/gather.server";
import {
  DAY,
  failUnreachable,
  failureOf,
  fakeTimers,
  MINUTE,
  marketInTime,
  promisesSettled,
  refuseFor,
  SECOND,
} from "./market-under-test";

beforeEach(fakeTimers);

function door(setting?: Parameters<typeof marketInTime>[0]) {
  const opened = marketInTime(setting);
  return { ...opened, door: createDoor(opened.market, opened.clock) };
}

const LIST = { currency: "usd", page: 1, order: null } as const;

it("asks for all needs at the same time, but for a coin's history after the coin", async () => {
  const { door: market, calls, hold } = door();
  const open = hold();
  const history = { range: "7d" } as const;
  const coin = { id: "bitcoin", currency: "usd", history } as const;
  const gathered = market.gather({ coin, list: LIST, glance: "background" }, market.visit());
  await promisesSettled();
  const paths = calls.map((path) => path.split("?")[0]).sort();
  expect(paths).toEqual(["/coins/bitcoin", "/coins/markets", "/global"]);
  open();
  const { values, retryInMs } = await gathered;
  expect(calls.at(-1)).toBe("/coins/bitcoin/market_chart?vs_currency=usd&days=7d");
  expect(values.coin).toMatchObject({ coin: { id: "bitcoin" }, own: { value: { id: "bitcoin" } } });
  expect(retryInMs).toBeNull();
});

it("fails with what must be there, and says why what may be there is not", async () => {
  const { door: market, service } = door();
  service.answer = failUnreachable;
  const failure = await failureOf(market.gather({ list: LIST }, market.visit()));
  expect(failure.reason).toBe("unreachable");
  const needs = { list: { ...LIST, wait: "may" }, trending: "may", glance: "background" } as const;
  const { values, failures, retryInMs } = await market.gather(needs, market.visit());
  expect(values).toEqual({ list: null, trending: null, glance: null });
  expect(failures.map(({ reason }) => reason)).toEqual(["unreachable"]);
  expect(retryInMs).toBeNull();
});

it("waits for a second and a half for what may be there, and not at all for what nobody waits for", async () => {
  const { door: market, hold, wait, calls } = door();
  const open = hold();
  const done = vi.fn();
  const needs = { list: { ...LIST, wait: "may" }, glance: "background" } as const;
  const gathered = market.gather(needs, market.visit()).finally(done);
  await wait(1.4 * SECOND);
  expect(done).not.toHaveBeenCalled();
  await wait(0.2 * SECOND);
  expect(await gathered).toMatchObject({ values: { list: null, glance: null }, retryInMs: 2 * SECOND });
  open();
  await promisesSettled();
  // Both calls went on, for the next visitor.
  const { values } = await market.gather({ list: LIST, glance: "known" }, market.visit());
  expect(values.glance).not.toBeNull();
  expect(calls).toHaveLength(2);
});

it("serves a coin that is known while its calls are refused, and says when to ask again", async () => {
  const { door: market, market: behind, service } = door();
  await behind.coins("usd", 1);
  service.answer = () => refuseFor(3 * MINUTE);
  const history = { range: "7d" } as const;
  const known = { id: "bitcoin", currency: "usd", history } as const;
  const { values, age, retryInMs } = await market.gather({ coin: known }, market.visit());
  expect(values.coin).toMatchObject({ coin: { id: "bitcoin" }, own: null, history: null });
  expect([age.freshForMs, retryInMs]).toEqual([0, 3 * MINUTE]);
  for (const needs of [{ coin: { ...known, isWhole: true } }, { coin: { ...known, id: "unseen" } }])
    expect((await failureOf(market.gather(needs, market.visit()))).reason).toBe("rate-limited");
});

it("counts a page as fresh for a minute while something that it asks for in the background is not known", async () => {
  const { door: market, service, wait } = door();
  const needs = { exchanges: "must", glance: "background" } as const;
  const { answer } = service;
  service.answer = (path) => (path === "/global" ? failUnreachable() : answer(path));
  expect((await market.gather(needs, market.visit())).age.freshForMs).toBe(MINUTE);
  service.answer = answer;
  await wait(10 * SECOND);
  await market.gather(needs, market.visit());
  await promisesSettled();
  const { age } = await market.gather(needs, market.visit());
  expect(age.freshForMs).toBeGreaterThan(MINUTE);
  expect(age.freshForMs).toBeLessThan(DAY);
});
