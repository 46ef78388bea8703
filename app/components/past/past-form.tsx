import { coinPath } from "~/domain/addresses/page-addresses";
import type { Currency } from "~/domain/market/currency";
import { EVERY_NAMES, type PastQuery } from "~/domain/past/past-query";
import type { ShownPast } from "~/domain/past/shown-past";
import { MAX_QUERY_LENGTH } from "~/domain/search/query";
import { HiddenInputs } from "../site/controls";

interface PastFormProps {
  readonly id: string;
  readonly currency: Currency;
  readonly query: PastQuery;
  readonly past: ShownPast;
}

/**
 * What to look back on. A value with a problem stays as it was written, with a sentence below it, and has the focus. It is sent as a
 * document request, so it needs no script.
 */
export function PastForm({ id, currency, query, past }: PastFormProps) {
  const { problems, remark, date, isDate, first, last } = past;
  const field = (name: keyof typeof problems, value: string) => ({
    id: `past-${name}`,
    className: "input",
    name,
    defaultValue: value,
    maxLength: MAX_QUERY_LENGTH,
    "aria-describedby": `past-${name}-note`,
    "aria-invalid": problems[name] !== null,
    autoComplete: "off",
    autoFocus: problems[name] !== null,
  });
  const note = (name: keyof typeof problems, text: string | null = null) => (
    <p className="field-note is-quiet mt-1" id={`past-${name}-note`}>
      {problems[name] === null ? <span>{text}</span> : <strong>{problems[name]}</strong>}
    </p>
  );
  const [amount, day] = [field("amount", query.amount), field("date", date)];
  return (
    // The server's sentences say more than the browser's.
    <form className="box past-form my-3" action={`${coinPath(id)}/past`} aria-label="Look back" noValidate>
      <HiddenInputs values={{ currency }} />
      <div>
        <label
          className="is-quiet is-block"
          htmlFor={amount.id}
        >{`Amount in ${currency.toUpperCase()}`}</label>
        <input key={query.amount} {...amount} inputMode="decimal" spellCheck={false} />
        {note("amount", remark)}
      </div>
      <div>
        <span id="past-every" className="is-quiet is-block">
          How often
        </span>
        <div className="segmented" role="radiogroup" aria-labelledby="past-every">
          {Object.entries(EVERY_NAMES).map(([value, words]) => (
            <label key={`${value} ${query.every}`} className="radio">
              <input type="radio" name="every" value={value} defaultChecked={value === query.every} />
              <span>{words}</span>
            </label>
          ))}
        </div>
      </div>
      <div>
        <label className="is-quiet is-block" htmlFor={day.id}>
          Date
        </label>
        {/* A field for dates is empty where it is given none. */}
        <input key={date} {...day} {...(isDate ? { type: "date", min: first, max: last } : {})} />
        {note("date")}
      </div>
      <button className="button is-primary" type="submit">
        Show
      </button>
    </form>
  );
}
