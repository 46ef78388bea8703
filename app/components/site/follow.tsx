import { type FeedRules, type RuleName, ruleProblem } from "~/domain/feed/rules";
import { Menu } from "../chart/chart-menu";
import { HiddenInputs } from "./controls";
import { useSiteData } from "./site-data";

export interface FollowFormProps {
  /** Path of the page that shows what one will be told. */
  readonly action: string;
  readonly names: readonly RuleName[];
  /** What else the address has. */
  readonly others: Readonly<Record<string, string>>;
  readonly rules?: FeedRules;
}

const LABELS: FeedRules = {
  above: "The price rises to",
  below: "The price falls to",
  move: "It moves in 24 hours by (%)",
};

/** A menu that leads to the feed of what a page shows. */
export function FollowMenu(props: FollowFormProps) {
  const { hasOpenData = false } = useSiteData() ?? {};
  if (!hasOpenData) return null;
  return (
    <Menu title="Follow">
      <FollowForm {...props} />
    </Menu>
  );
}

/** Asks what a feed is to tell of: without anything, of each day. */
export function FollowForm({ action, names, others, rules }: FollowFormProps) {
  return (
    <form className="follow-form" action={action} autoComplete="off">
      {names.map((name) => {
        const text = rules?.[name] ?? "";
        const problem = ruleProblem(text);
        return (
          <label key={name}>
            <span>{LABELS[name]}</span>
            <input
              className="input"
              name={name}
              defaultValue={text}
              inputMode="decimal"
              maxLength={40}
              aria-invalid={problem === null ? undefined : true}
              aria-describedby={problem === null ? undefined : `${name}-problem`}
            />
            {problem === null ? null : (
              <span id={`${name}-problem`} className="problem">
                {problem}
              </span>
            )}
          </label>
        );
      })}
      <HiddenInputs values={others} />
      <button className="button" type="submit">
        {names.length === 0 ? "Show its feed" : "Show the feed"}
      </button>
    </form>
  );
}
