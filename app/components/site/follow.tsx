import { type FeedRules, NO_RULES, type RuleName, ruleProblem } from "~/domain/feed/rules";
import { type Currency, parseCurrency } from "~/domain/market/currency";
import { Menu } from "../chart/chart-menu";
import { HiddenInputs } from "./controls";
import { useSiteData } from "./site-data";

export interface FollowFormProps {
  /** Of the page that shows what one will be told, with what is typed already. */
  readonly address: string;
  readonly names: readonly RuleName[];
}

/** What a field asks for, with its unit. */
function labels(currency: Currency): FeedRules {
  const unit = currency.toUpperCase();
  return {
    above: `The price rises to (${unit})`,
    below: `The price falls to (${unit})`,
    move: "It moves in 24 hours by (%)",
  };
}

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
export function FollowForm({ address, names }: FollowFormProps) {
  const [path, query] = address.split("?");
  const asked = new URLSearchParams(query);
  const words = labels(parseCurrency(asked.get("currency")));
  const others = Object.fromEntries([...asked].filter(([name]) => !(name in NO_RULES)));
  return (
    <form className="follow-form" action={path} autoComplete="off">
      {names.map((name) => {
        const text = asked.get(name) ?? "";
        const problem = ruleProblem(text);
        return (
          <label key={name}>
            <span>{words[name]}</span>
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
              <span id={`${name}-problem`} className="field-note is-quiet">
                <strong>{problem}</strong>
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
