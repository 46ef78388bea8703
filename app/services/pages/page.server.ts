import type { ServedAnswer } from "~/services/market-data/cache/answer-cache.server";

/** A page that can be sent: what it shows, and how long that holds. */
export interface Page<Model extends object> {
  /** The same object for as long as what it is made of is the same. */
  readonly model: Model;
  /** Milliseconds for which it is fresh; 0 once one of its parts is stale. */
  readonly freshForMs: number;
}

/** What every page model says of its data. */
export interface DataAge {
  /** When its prices were fetched, or what else its visitors come for, in milliseconds since the epoch. */
  readonly fetchedAt: number;
  /** A part of it is old because it cannot be refreshed, and the page has to say so. */
  readonly isOutOfDate: boolean;
}

interface Remembered<Model> {
  readonly values: readonly object[];
  readonly model: Model;
}

/**
 * Makes pages out of answers, and the model of a page only once for the same answers: whoever keeps something per model
 * (its rendered bytes, for example) keeps it exactly as long as the data, without an expiry of its own. Of several answers
 * the first is the one whose age the page names; a page that names two ages leaves its visitors to guess which is the price's.
 */
export function createPageMaker<Model extends object>() {
  // By the first value, which is freed with its answer; then by what else makes a difference.
  const made = new WeakMap<object, Map<string, Remembered<Model>>>();

  return function pageOf(
    answers: readonly [ServedAnswer<object>, ...ServedAnswer<object>[]],
    variant: string,
    make: (age: DataAge) => Model,
  ): Page<Model> {
    const isOutOfDate = answers.some((answer) => answer.isOutOfDate);
    const values = answers.map((answer) => answer.value);
    const variants = made.get(answers[0].value) ?? new Map<string, Remembered<Model>>();
    made.set(answers[0].value, variants);
    const key = `${variant} ${isOutOfDate}`;
    let remembered = variants.get(key);
    if (remembered === undefined || remembered.values.some((value, index) => value !== values[index])) {
      const { fetchedAt } = answers[0];
      remembered = { values, model: Object.freeze(make({ fetchedAt, isOutOfDate })) };
      variants.set(key, remembered);
    }
    return { model: remembered.model, freshForMs: Math.min(...answers.map((answer) => answer.freshForMs)) };
  };
}
