import { LIST_FILE_ID, WATCHLIST_FILE_PATH, watchlistHref } from "~/domain/addresses/page-addresses";
import type { Currency } from "~/domain/market/currency";
import type { PastView } from "~/domain/watchlist/past-view";
import { hasAmounts, MAX_CSV_LENGTH, type WatchedCoin, withoutCosts } from "~/domain/watchlist/watchlist";
import { HiddenInputs } from "../site/controls";
import { FieldLink } from "./edit-list";
import { ShareLink } from "./share-list";

const LIST_TEXT_ID = "list-text";

interface ListFileProps {
  readonly list: readonly WatchedCoin[];
  readonly currency: Currency;
  readonly view: PastView;
  /** What was sent and cannot be read, and why; null before a list was sent. */
  readonly refused: { readonly text: string; readonly problems: readonly string[] } | null;
}

/** The list as a file, to keep and to read again: in another browser, or after a change in a spreadsheet. */
export function ListFile({ list, currency, view, refused }: ListFileProps) {
  const isEmpty = list.length === 0;
  const address = watchlistHref(currency, [], view);
  return (
    <details id={LIST_FILE_ID} className="list-file" open={isEmpty || refused !== null}>
      <summary>Import and export</summary>
      {/* In parts, so that a file can be sent. */}
      <form action={address} method="post" encType="multipart/form-data">
        {refused === null ? null : (
          // biome-ignore lint/a11y/noAutofocus: the page is the answer to the visitor's form.
          <div className="notification is-warning" role="alert" tabIndex={-1} autoFocus>
            <p>Nothing has been imported yet.</p>
            <ul>
              {refused.problems.map((problem) => (
                <li key={problem}>
                  <FieldLink fieldId={LIST_TEXT_ID}>{problem}</FieldLink>
                </li>
              ))}
            </ul>
          </div>
        )}
        {isEmpty ? null : (
          <p className="buttons m-0">
            <a className="button" href={WATCHLIST_FILE_PATH} download>
              Export as CSV
            </a>{" "}
            {hasAmounts(list) ? (
              <ShareLink href={watchlistHref(currency, withoutCosts(list))} text="Share with amounts" />
            ) : null}
          </p>
        )}
        <HiddenInputs values={{ action: "import", returnTo: address }} />
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
        <p className="buttons m-0">
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
    </details>
  );
}
