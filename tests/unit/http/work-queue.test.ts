import { expect, it, onTestFinished, vi } from "vitest";
import { BusyError, createWorkQueue } from "~/services/http/work-queue.server";
import { runForNetwork } from "~/services/visitor-network.server";
import { createGate, fakeTimers } from "../market-data/market-under-test";

const stays = () => new AbortController().signal;

/** A queue for one piece of work at a time, busy until the gate opens, and the names of what it has begun since. */
function busyQueue() {
  const queue = createWorkQueue(1, [
    ["first", 30],
    ["last", 3],
  ]);
  const gate = createGate();
  const begun: string[] = [];
  void queue.run("last", stays(), () => gate.opened);
  const add = (lane: "first" | "last", name: string, signal = stays()) =>
    queue.run(lane, signal, async () => {
      begun.push(name);
    });
  return { add, begun, gate };
}

it("leaves no lane waiting while those beside it are busy all the time", async () => {
  const queue = createWorkQueue(1, [
    ["first", 200],
    ["middle", 1],
    ["last", 200],
  ]);
  const gate = createGate();
  const begun: string[] = [];
  const add = (lane: "first" | "middle" | "last") =>
    queue.run(lane, stays(), async () => void begun.push(lane));
  const all = [queue.run("first", stays(), () => gate.opened), add("middle")];
  for (let count = 0; count < 100; count++) all.push(add("first"), add("last"));
  gate.open();
  await Promise.all(all);
  expect(begun.indexOf("middle")).toBeLessThan(50);
});

it("rejects work that gets no slot within 8 s", async () => {
  onTestFinished(fakeTimers());
  const { add, begun, gate } = busyQueue();
  const late = expect(add("first", "late")).rejects.toThrow(BusyError);
  await vi.advanceTimersByTimeAsync(7000);
  const next = add("first", "next");
  await vi.advanceTimersByTimeAsync(1000);
  await late;
  gate.open();
  await next;
  expect(begun).toEqual(["next"]);
});

it("rejects work when its lane is full, and accepts it in the first one, which goes before all others", async () => {
  const { add, begun, gate } = busyQueue();
  const waiting = ["a", "b", "c"].map((name) => add("last", name));
  await expect(add("last", "d")).rejects.toThrow(BusyError);
  waiting.push(add("first", "e"));
  gate.open();
  await Promise.all(waiting);
  expect(begun).toEqual(["e", "a", "b", "c"]);
  await add("last", "f");
});

it("within a lane does the work of each network in turn, and refuses the latest of the one that fills it", async () => {
  const { add, begun, gate } = busyQueue();
  const of = (network: string, name: string) => runForNetwork(network, () => add("last", name));
  const flood = ["a1", "a2", "a3"].map((name) => of("attacker", name));
  const refused = expect(flood[2]).rejects.toThrow(BusyError);
  const visitor = of("visitor", "v1");
  await refused;
  // By then both have as much as there is room for.
  await expect(of("attacker", "a4")).rejects.toThrow(BusyError);
  await expect(of("visitor", "v2")).rejects.toThrow(BusyError);
  gate.open();
  await Promise.all([visitor, ...flood.slice(0, 2)]);
  expect(begun).toEqual(["a1", "v1", "a2"]);
});

it("does not start work for callers that have left, and has room for others", async () => {
  const { add, begun, gate } = busyQueue();
  const leaving = new AbortController();
  const left = ["a", "b", "c"].map((name) => add("last", name, leaving.signal));
  leaving.abort(new Error("left"));
  left.push(add("last", "d", leaving.signal));
  for (const visitor of left) await expect(visitor).rejects.toThrow("left");
  const next = add("last", "e");
  gate.open();
  await next;
  expect(begun).toEqual(["e"]);
});

it("goes on after work that failed", async () => {
  const queue = createWorkQueue(1, [["only", 2]]);
  await expect(queue.run("only", stays(), () => Promise.reject(new Error("fault")))).rejects.toThrow("fault");
  expect(await queue.run("only", stays(), async () => "done")).toBe("done");
});
