import { parseLine } from "../format/text";

/** What a feed can tell of: a price that is reached from below, or from above, and a change of 24 hours either way, in per cent. */
export const RULE_NAMES = ["above", "below", "move"] as const;

export type RuleName = (typeof RULE_NAMES)[number];

/** Each in plain digits, or as it was typed where that cannot be read; empty: not asked for. */
export type FeedRules = Readonly<Record<RuleName, string>>;

export const NO_RULES: FeedRules = { above: "", below: "", move: "" };

const MAX_TYPED_LENGTH = 40;
const NUMBER = /^(?=.*[1-9])\d{1,15}(?:\.\d{1,18})?$/;
/** As this site writes numbers, in thousands or in lakhs. */
const GROUPED = /^\d{1,3}(?:,\d{2,3})+(?:\.\d+)?$/;

export function parseRules(query: URLSearchParams): FeedRules {
  const rule = (name: RuleName) => ruleOf(parseLine(query.get(name) ?? "", MAX_TYPED_LENGTH));
  return { above: rule("above"), below: rule("below"), move: rule("move") };
}

/** Coins of a list have no price in common. */
export function listRules(query: URLSearchParams): FeedRules {
  return { ...NO_RULES, move: parseRules(query).move };
}

/** Writes a number in one way: `70,000.0` as `70000`. */
function ruleOf(typed: string): string {
  const text = GROUPED.test(typed) ? typed.replaceAll(",", "") : typed;
  if (!NUMBER.test(text)) return typed;
  const whole = text.replace(/^0+(?=\d)/, "");
  return whole.includes(".") ? whole.replace(/\.?0+$/, "") : whole;
}

/** Returns the rules that are asked for, as parameters of an address. */
export function ruleParameters(rules: FeedRules): Readonly<Record<string, string>> {
  return Object.fromEntries(RULE_NAMES.flatMap((name) => (rules[name] === "" ? [] : [[name, rules[name]]])));
}

export function hasRules(rules: FeedRules): boolean {
  return RULE_NAMES.some((name) => rules[name] !== "");
}

/** Says what is wrong with a rule, beside its field; null: nothing is. */
export function ruleProblem(typed: string): string | null {
  return typed === "" || NUMBER.test(typed) ? null : "Use digits above zero, such as 70000 or 0.5.";
}

/** Says the same of an address; null: nothing is wrong with it. */
export function rulesProblem(rules: FeedRules): string | null {
  const odd = RULE_NAMES.find((name) => ruleProblem(rules[name]) !== null);
  return odd === undefined ? null : `The value of “${odd}” cannot be read. ${ruleProblem(rules[odd])}`;
}
