import { Link } from "@remix-run/react";
import {
  amountFieldId,
  editListHref,
  WATCHLIST_FILE_PATH,
  watchlistHref,
} from "~/domain/addresses/page-addresses";
import { isolated, MAX_AMOUNT_LENGTH } from "~/domain/format/text";
import { CURRENCIES, type Currency } from "~/domain/market/currency";
import type { FieldProblems } from "~/domain/watchlist/typed-coins";
import {
  CHANGED_PLACE,
  formatWatchlist,
  MAX_CSV_LENGTH,
  type WatchedCoin,
} from "~/domain/watchlist/watchlist";
import { MarketIcon } from "../market/market-icon";
import { HiddenInputs } from "../site/controls";
import { Icon } from "../site/icons";
import { useListChange } from "./list-change";

export interface ListField {
  readonly id: string;
  readonly name: string;
  readonly symbol: string;
  readonly image: string | null;
  readonly text: string;
  readonly costText: string;
  readonly problems?: FieldProblems;
}

interface EditListProps {
  readonly fields: readonly ListField[];
  /** The list that the visitor has begun to change. */
  readonly was: readonly WatchedCoin[];
  readonly currency: Currency;
  readonly isTable: boolean;
  readonly refusal: string | null;
}

/**
 * The form that changes the visitor's own watchlist: places, amounts, and what was paid. Each of its buttons saves all fields. It is sent
 * as a document request, so it needs no script.
 */
export function EditList({ fields, was, currency, isTable, refusal }: EditListProps) {
  const change = useListChange();
  const list = watchlistHref(currency, [], isTable);
  const save = (
    <p className="buttons">
      <button className="button is-primary" type="submit">
        Save
      </button>{" "}
      <Link className="button" to={list}>
        Cancel
      </Link>{" "}
      {fields.some(({ text }) => text !== "") ? (
        <button className="button is-ghost" type="submit" name="clear">
          Remove all amounts
        </button>
      ) : null}
    </p>
  );
  return (
    <form className="edit-list" action={editListHref(currency, isTable)} method="post" autoComplete="off">
      {refusal === null ? null : <Refusal words={refusal} problems={fields.flatMap(problemsOf)} />}
      <p>
        {`Enter how much of each coin you hold, and what you paid for one: in ${currency.toUpperCase()}, or with a currency, such as 40000 ${CURRENCIES.find((other) => other !== currency)?.toUpperCase()}. Both stay in a cookie of this browser, and the server keeps nothing.`}
      </p>
      {/* Enter in a field presses the first button. */}
      {save}
      <HiddenInputs values={{ action: "edit", returnTo: list, was: formatWatchlist(was) }} />
      <ol>
        {fields.map((field, index) => (
          // A saved figure that has changed is a new field. All others keep what was typed, also when a move is undone.
          <li
            key={[field.id, field.text, field.costText].join("/")}
            id={field.id === change?.id ? CHANGED_PLACE : undefined}
            className="box"
          >
            <CoinFields {...field} index={index} />
          </li>
        ))}
      </ol>
      {fields.length > 5 ? save : null}
    </form>
  );
}

interface RefusalProps {
  readonly words: string;
  /** Texts of links to the fields to correct. */
  readonly problems: readonly { readonly text: string; readonly fieldId: string }[];
}

/** Says why nothing was saved. The page that answers a form begins here, without a script as well. */
function Refusal({ words, problems }: RefusalProps) {
  return (
    // biome-ignore lint/a11y/noAutofocus: the page is the answer to the visitor's form.
    <div className="notification is-warning mb-4" role="alert" tabIndex={-1} autoFocus>
      <p>{words}</p>
      <ul>
        {problems.map(({ text, fieldId }) => (
          <li key={text}>
            <a
              href={`#${encodeURIComponent(fieldId)}`}
              onClick={(event) => {
                // For the router, another address is the end of the answer.
                event.preventDefault();
                document.getElementById(fieldId)?.focus();
              }}
            >
              {text}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

const costFieldId = (id: string) => `cost-${id}`;

function problemsOf({ id, name, problems }: ListField): RefusalProps["problems"] {
  const { amount = null, cost = null } = problems ?? {};
  return [
    ...(amount === null ? [] : [{ text: `${isolated(name)}: ${amount}`, fieldId: amountFieldId(id) }]),
    ...(cost === null ? [] : [{ text: `${isolated(name)}: ${cost}`, fieldId: costFieldId(id) }]),
  ];
}

function CoinFields(props: ListField & { readonly index: number }) {
  const { id, name, symbol, image, text, costText, problems, index } = props;
  const named = <bdi translate="no">{name}</bdi>;
  const noteId = (field: keyof FieldProblems) => `coin-${index}-${field}`;
  const written = (field: keyof FieldProblems, value: string) => ({
    className: "input",
    // A cost may name its currency.
    inputMode: field === "amount" ? ("decimal" as const) : undefined,
    maxLength: MAX_AMOUNT_LENGTH,
    name: field,
    defaultValue: value,
    ...(problems?.[field] && { "aria-invalid": true, "aria-describedby": noteId(field) }),
  });
  return (
    <>
      <input type="hidden" name="id" value={id} />
      <p>
        <MarketIcon image={image} texts={[symbol, name]} size={24} isLazy={index > 10} />{" "}
        <span>
          {named}{" "}
          <small translate="no">
            <bdi>{symbol.toUpperCase()}</bdi>
          </small>
        </span>{" "}
        {index === 0 ? null : (
          <CoinButton action="up" icon="arrow-up" {...{ id, name }} words={`Move ${isolated(name)} up`} />
        )}{" "}
        <CoinButton action="remove" icon="close" {...{ id, name }} words={`Remove ${isolated(name)}`} />
      </p>
      <p>
        <label>
          Amount<span className="is-sr-only"> of {named}</span>{" "}
          <input id={amountFieldId(id)} {...written("amount", text)} />
        </label>{" "}
        <label>
          Paid per coin<span className="is-sr-only">, {named}</span>{" "}
          <input id={costFieldId(id)} {...written("cost", costText)} />
        </label>{" "}
        <label className="edit-place">
          Place<span className="is-sr-only"> of {named}</span>{" "}
          <input
            className="input"
            name="place"
            defaultValue={index + 1}
            inputMode="numeric"
            size={3}
            maxLength={3}
          />
        </label>
      </p>
      {(["amount", "cost"] as const).map((field) =>
        problems?.[field] ? (
          <p key={field} id={noteId(field)}>
            <strong>{problems[field]}</strong>
          </p>
        ) : null,
      )}
    </>
  );
}

interface CoinButtonProps {
  readonly action: "up" | "remove";
  readonly icon: "arrow-up" | "close";
  readonly words: string;
  readonly id: string;
  readonly name: string;
}

function CoinButton({ action, icon, words, id, name }: CoinButtonProps) {
  return (
    <button className="button is-icon" type="submit" name={action} value={`${id}/${name}`} title={words}>
      <Icon name={icon} /> <span className="is-sr-only">{words}</span>
    </button>
  );
}

const LIST_TEXT_ID = "list-text";

interface ListFileProps extends Pick<EditListProps, "currency" | "isTable"> {
  readonly isEmpty: boolean;
  /** What was sent and cannot be read, and why; null before a list was sent. */
  readonly refused: { readonly text: string; readonly problems: readonly string[] } | null;
}

/** The list as a file, to keep and to read again: in another browser, or after a change in a spreadsheet. */
export function ListFile({ currency, isTable, isEmpty, refused }: ListFileProps) {
  const list = watchlistHref(currency, [], isTable);
  return (
    <section className="list-file mt-6" aria-labelledby="list-file">
      <h2 id="list-file" className="title is-5 mb-3">
        Export and import
      </h2>
      {isEmpty ? null : (
        <a className="button" href={WATCHLIST_FILE_PATH} download>
          Export as CSV
        </a>
      )}
      {/* In parts, so that a file can be sent. */}
      <form action={editListHref(currency, isTable)} method="post" encType="multipart/form-data">
        {refused === null ? null : (
          <Refusal
            words="Nothing has been imported yet."
            problems={refused.problems.map((text) => ({ text, fieldId: LIST_TEXT_ID }))}
          />
        )}
        <HiddenInputs values={{ action: "import", returnTo: list }} />
        <label>
          A CSV file <input type="file" name="file" accept=".csv,text/csv,text/plain" />
        </label>
        <label>
          Or its text, a coin on each line: id, amount, cost, currency{" "}
          <textarea
            id={LIST_TEXT_ID}
            className="textarea"
            aria-invalid={refused === null ? undefined : true}
            name="text"
            rows={4}
            maxLength={MAX_CSV_LENGTH}
            defaultValue={refused?.text}
            placeholder="bitcoin,0.5,25000,usd"
          />
        </label>
        <p className="buttons">
          <button className="button" type="submit" name="mode" value="append">
            Add to my list
          </button>{" "}
          {isEmpty ? null : (
            <button className="button" type="submit" name="mode" value="replace">
              Replace my list
            </button>
          )}
        </p>
      </form>
    </section>
  );
}
