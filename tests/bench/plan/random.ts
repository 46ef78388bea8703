/** Returns numbers from 0 to 1, which look random and are the same for each seed (xorshift, Marsaglia 2003). */
export type Random = () => number;

export function createRandom(seed: number): Random {
  let state = (Math.imul(seed + 1, 0x9e37_79b1) ^ 0x5bd1_e995) | 1;
  const next = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
  // The first numbers of neighbouring seeds resemble each other.
  for (let round = 0; round < 16; round++) next();
  return next;
}

/** Chooses one of several values by their weights. */
export function choose<Value>(random: Random, choices: readonly (readonly [Value, number])[]): Value {
  const total = choices.reduce((sum, [, weight]) => sum + weight, 0);
  let left = random() * total;
  for (const [value, weight] of choices) {
    left -= weight;
    if (left < 0) return value;
  }
  throw new Error("nothing to choose from");
}

export function between(random: Random, min: number, max: number): number {
  return min + random() * (max - min);
}
