import { TIME } from "~/domain/time";

/**
 * A random walk that can be asked for any moment at once: Brownian motion by midpoint displacement (Lévy's construction).
 * A span of 4,096 days between two anchors is halved again and again, and each middle is moved aside by a number drawn
 * for that half alone. Half-spans of one time of trouble are troubled too: volatility is handed down from span to span with a
 * random factor (a multiplicative cascade, as in Mandelbrot's multifractal model), which makes quiet and wild weeks and
 * fat tails. Between its smallest steps, of 338 seconds, the walk is a straight line.
 */
export interface Walk {
  /** A 32-bit integer: walks of one seed are the same. */
  readonly seed: number;
  /** Standard deviation of a day's move, as the logarithm of a price. */
  readonly dailyMove: number;
  /** First level that moves; those before it, of longer spans, stay at nothing. */
  readonly firstLevel: number;
  /** Whether volatility varies. */
  readonly isCalm: boolean;
  /** Value at the beginning of the 4,096-day span with that number, counted from 1970. */
  readonly anchor: (index: number) => number;
}

const SPAN_DAYS = 4096;
/** 4096 days / 2^20 = 338 s. */
const LEVELS = 20;
/** Levels at which volatility changes: spans of 256 days down to 3 hours. */
const FIRST_CASCADE = 4;
const LAST_CASCADE = 15;
/** Of the logarithm of the factor that a span's volatility has over that of the span it is half of. */
const CASCADE_REACH = 0.42;

/** Displacement of a middle, for a daily move of 1: half the square root of the span's days. */
const DISPLACEMENTS = Array.from({ length: LEVELS }, (_, level) => 0.5 * Math.sqrt(SPAN_DAYS / 2 ** level));

/** Factors of a cascade, whose squares are 1 on average, by eight bits of a hash. */
const CASCADE = cascade();
const MAX_CASCADE = CASCADE.at(-1) ?? 1;

/** The sum of two numbers of 12 bits, at most 8190, becomes a number of mean 0, variance 1 and this reach. */
const MAX_DRAW = Math.sqrt(6);

/** Level's farthest reach beyond the line between a span's ends, for a volatility of 1, all smaller levels included. */
const REACHES = reaches();

/** Computes the value at a moment in milliseconds since the epoch. */
export function walkAt({ seed, dailyMove, firstLevel, isCalm, anchor }: Walk, atMs: number): number {
  const spans = atMs / TIME.DAY / SPAN_DAYS;
  let index = Math.floor(spans);
  // Halving and doubling are exact, so that midnights lie on a level to the last bit.
  let place = spans - index;
  let value = place === 0 ? anchor(index) : anchor(index) * (1 - place) + anchor(index + 1) * place;
  let volatility = dailyMove;
  for (let level = 0; level < LEVELS && place !== 0; level += 1) {
    const hash = hashOf(seed, level, index);
    if (!isCalm) volatility *= cascadeOf(hash, level);
    if (level >= firstLevel) {
      const nearness = place < 0.5 ? 2 * place : 2 - 2 * place;
      value += (DISPLACEMENTS[level] ?? 0) * volatility * drawOf(hash) * nearness;
    }
    place *= 2;
    index *= 2;
    if (place >= 1) {
      place -= 1;
      index += 1;
    }
  }
  return value;
}

/** Draws a number between -1 and 1 for an anchor. */
export function drawAnchor(seed: number, index: number): number {
  return hashOf(seed, -2, index) / 2 ** 31;
}

/** A walk and how much of it counts. */
export type WeighedWalk = readonly [weight: number, walk: Walk];

/** A span of time whose inner points nobody has looked at, with what is known of them. */
interface Span {
  readonly level: number;
  readonly index: number;
  readonly left: number;
  readonly right: number;
  /** One a walk. */
  readonly volatilities: readonly number[];
}

/**
 * Finds the moment, in milliseconds, at which the sum of some walks is highest within a span of time; the lowest moment is that
 * of the walks with their weights negated. Halves that cannot reach beyond what was found are not looked into.
 */
export function highestMoment(walks: readonly WeighedWalk[], fromMs: number, toMs: number): number {
  const sum = (atMs: number) =>
    walks.reduce((total, [weight, walk]) => total + weight * walkAt(walk, atMs), 0);
  let bestAt = fromMs;
  let best = sum(fromMs);
  const see = (atMs: number, value: number) => {
    if (atMs < fromMs || atMs > toMs || value <= best) return;
    best = value;
    bestAt = atMs;
  };
  const search = (span: Span) => {
    const lengthMs = (SPAN_DAYS * TIME.DAY) / 2 ** span.level;
    const startMs = span.index * lengthMs;
    if (span.level === LEVELS || startMs >= toMs || startMs + lengthMs <= fromMs) return;
    if (Math.max(span.left, span.right) + reachOf(walks, span) <= best) return;
    const [first, second] = halves(walks, span);
    see(startMs + lengthMs / 2, first.right);
    const [nearer, other] = first.left > second.right ? [first, second] : [second, first];
    search(nearer);
    search(other);
  };
  see(toMs, sum(toMs));
  const spanMs = SPAN_DAYS * TIME.DAY;
  for (let index = Math.floor(fromMs / spanMs); index * spanMs < toMs; index += 1) {
    const [left, right] = [sum(index * spanMs), sum((index + 1) * spanMs)];
    see(index * spanMs, left);
    search({ level: 0, index, left, right, volatilities: walks.map(([, { dailyMove }]) => dailyMove) });
  }
  return bestAt;
}

function reachOf(walks: readonly WeighedWalk[], { level, volatilities }: Span): number {
  const reach = REACHES[level] ?? 0;
  return walks.reduce(
    (sum, [weight], index) => sum + Math.abs(weight) * (volatilities[index] ?? 0) * reach,
    0,
  );
}

function halves(
  walks: readonly WeighedWalk[],
  { level, index, left, right, volatilities }: Span,
): [Span, Span] {
  let middle = (left + right) / 2;
  const inner = walks.map(([weight, { seed, isCalm, firstLevel }], place) => {
    const hash = hashOf(seed, level, index);
    const volatility = (volatilities[place] ?? 0) * (isCalm ? 1 : cascadeOf(hash, level));
    if (level >= firstLevel) middle += weight * (DISPLACEMENTS[level] ?? 0) * volatility * drawOf(hash);
    return volatility;
  });
  return [
    { level: level + 1, index: 2 * index, left, right: middle, volatilities: inner },
    { level: level + 1, index: 2 * index + 1, left: middle, right, volatilities: inner },
  ];
}

/** Mixes three integers to 32 bits, the finalizer of MurmurHash3. */
function hashOf(seed: number, level: number, index: number): number {
  let hash = seed ^ Math.imul(index + 1, 0x9e3779b1) ^ Math.imul(level + 1, 0x632be59b);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}

/** Draws a number of mean 0 and variance 1, a triangle's distribution, from 24 bits of a hash. */
function drawOf(hash: number): number {
  return (((hash & 0xfff) + ((hash >>> 12) & 0xfff)) / 4095 - 1) * MAX_DRAW;
}

function cascadeOf(hash: number, level: number): number {
  return level < FIRST_CASCADE || level > LAST_CASCADE ? 1 : (CASCADE[hash >>> 24] ?? 1);
}

function cascade(): number[] {
  const factors = Array.from({ length: 256 }, (_, bits) => Math.exp((bits / 127.5 - 1) * CASCADE_REACH));
  const meanSquare = factors.reduce((sum, factor) => sum + factor ** 2, 0) / factors.length;
  return factors.map((factor) => factor / Math.sqrt(meanSquare));
}

function reaches(): number[] {
  return DISPLACEMENTS.map((_, from) => {
    let volatility = 1;
    let reach = 0;
    for (let level = from; level < LEVELS; level += 1) {
      if (level >= FIRST_CASCADE && level <= LAST_CASCADE) volatility *= MAX_CASCADE;
      reach += (DISPLACEMENTS[level] ?? 0) * volatility * MAX_DRAW;
    }
    return reach;
  });
}
