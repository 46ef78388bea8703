import { useFetcher, useLocation } from "@remix-run/react";
import type { FormEvent } from "react";
import { pageAddress } from "~/domain/page-address";
import { PAGES } from "~/domain/pages";
import { HiddenInputs, useFocusThatStays } from "../site/controls";
import { showToast } from "../site/toasts";

/** A kind of change of the visitor's list. It has a form, to which its buttons on the page belong. */
interface Change {
  readonly action: "up" | "remove";
  readonly sign: string;
  readonly words: (name: string) => string;
  /** The toast once it is done. @param isFirst whether the coin was the first one */
  readonly done: (name: string, isFirst: boolean) => string;
}

const REMOVAL: Change = {
  action: "remove",
  sign: "×",
  words: (name) => `Remove ${name}`,
  done: (name) => `${name} is no longer on your watchlist`,
};

const CHANGES: readonly Change[] = [
  {
    action: "up",
    sign: "↑",
    words: (name) => `Move ${name} up`,
    done: (name, isFirst) => (isFirst ? `${name} is at the top already` : `${name} moved up`),
  },
  REMOVAL,
];

const PATH = PAGES.watchlist.path;

/** The forms of the visitor's own list. */
export function OwnListForms({ ids }: { readonly ids: readonly string[] }) {
  const { Form } = useFetcher();
  const returnTo = pageAddress(useLocation());
  useFocusThatStays(ids.length, "h1");
  return CHANGES.map((change) => (
    <Form
      key={change.action}
      id={formId(change.action)}
      action={PATH}
      method="post"
      onSubmit={(event) => prepareOutcome(event, change, ids[0])}
    >
      <HiddenInputs values={{ action: change.action, returnTo }} />
    </Form>
  ));
}

interface OwnActionsProps {
  readonly id: string;
  readonly name: string;
}

/** Buttons beside a coin of the visitor's own list. */
export function ownActions(coin: OwnActionsProps) {
  return <span className="own-actions">{CHANGES.map((change) => changeButton(change, coin))}</span>;
}

/** Button beside a coin of the list that cannot be shown. */
export function removal(coin: OwnActionsProps) {
  return changeButton(REMOVAL, coin);
}

function changeButton({ action, sign, words }: Change, { id, name }: OwnActionsProps) {
  return (
    <button
      key={action}
      className="button is-small"
      type="submit"
      form={formId(action)}
      name="id"
      value={id}
      aria-label={words(name)}
      title={words(name)}
      data-name={name}
    >
      <span aria-hidden="true">{sign}</span>
    </button>
  );
}

/** Toasts for changes that are being sent, by action and coin. */
const outcomes = new Map<string, string>();

/** Chain of requests, because each changes the list that the one before it has left. */
let changing: Promise<void> = Promise.resolve();

/** Sends a change and shows the outcome as a toast; does nothing for a form without an action, which is a refresh. */
export function postChange(form: URLSearchParams): Promise<void> {
  if (!form.has("action")) return Promise.resolve();
  changing = changing.then(() => send(form));
  return changing;
}

const MAX_WAIT_MS = 20_000;

async function send(form: URLSearchParams): Promise<void> {
  try {
    const { type } = await fetch(PATH, {
      method: "POST",
      body: form,
      redirect: "manual",
      keepalive: true,
      // Later changes wait for this one.
      signal: AbortSignal.timeout(MAX_WAIT_MS),
    });
    // A change is answered with a redirect; anything else is a refusal.
    if (type !== "opaqueredirect") throw new Error("refused");
    const done = outcomes.get(keyOf(form.get("action"), form.get("id")));
    if (done !== undefined) showToast(done);
  } catch {
    showToast("The list could not be changed. Please try again.");
  }
}

function keyOf(action: string | null, id: string | null): string {
  return `${action} ${id}`;
}

function formId(action: string): string {
  return `list-${action}`;
}

/** Prepares the toast for when the change is done. */
function prepareOutcome(
  event: FormEvent<HTMLFormElement>,
  { action, done }: Change,
  first: string | undefined,
): void {
  const { submitter } = event.nativeEvent as SubmitEvent;
  if (!(submitter instanceof HTMLButtonElement)) return;
  const { name = submitter.value } = submitter.dataset;
  outcomes.set(keyOf(action, submitter.value), done(name, submitter.value === first));
}
