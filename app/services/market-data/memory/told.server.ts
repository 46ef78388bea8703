import * as v from "valibot";
import { TOLD_DAYS } from "~/domain/feed/days";
import { TIME } from "~/domain/time";
import type { Gate } from "../gate/gate.server";

/** What is stored under a name, as text, and as the values that it stands for: none if they cannot be read. */
export interface Told<Value> {
  readonly body: string;
  readonly values: readonly Value[];
}

/** Reads what feeds have told before, here or on another replica. */
export async function readTold<Value>(
  { store }: Gate,
  name: string,
  schema: v.GenericSchema<unknown, Value[]>,
): Promise<Told<Value>> {
  const body = (await store.read(name)).answer?.body ?? "[]";
  try {
    return { body, values: v.parse(schema, JSON.parse(body)) };
  } catch {
    return { body, values: [] };
  }
}

/** Stores what feeds tell, for as long as they do, unless that is stored already. */
export async function writeTold<Value>(
  { store, freshness: { clock } }: Gate,
  name: string,
  { body }: Told<Value>,
  values: readonly Value[],
): Promise<void> {
  const text = JSON.stringify(values);
  if (text !== body) await store.write(name, { body: text, fetchedAt: clock.now() }, TOLD_DAYS * TIME.DAY);
}
