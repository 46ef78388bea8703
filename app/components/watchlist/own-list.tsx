import { useFetcher, useLocation } from "@remix-run/react";
import type { FormEvent } from "react";
import { pageAddress } from "~/domain/page-address";
import { PAGES } from "~/domain/pages";
import { HiddenInputs } from "../controls";
import { showToast } from "../site/toasts";
import { useFocusAfterRemoval } from "../use-focus-after-removal";

/** Change of the visitor's list, with a form of its own, of which its buttons on the page are part. */
interface Change {
  readonly action: "up" | "remove";
  readonly sign: string;
  readonly words: (name: string) => string;
  readonly done: (name: string) => string;
}

const REMOVAL: Change = {
  action: "remove",
  sign: "×",
  words: (name) => `Remove ${name}`,
  done: (name) => `${name} is no longer on your watchlist`,
};

const CHANGES: readonly Change[] = [
  { action: "up", sign: "↑", words: (name) => `Move ${name} up`, done: (name) => `${name} moved up` },
  REMOVAL,
];

const PATH = PAGES.watchlist.path;

/** The forms of the visitor's own list. */
export function OwnListForms({ ids }: { readonly ids: readonly string[] }) {
  const { Form } = useFetcher();
  const returnTo = pageAddress(useLocation());
  useFocusAfterRemoval(ids.length, "h1");
  return CHANGES.map(({ action, done }) => (
    <Form
      key={action}
      id={formId(action)}
      action={PATH}
      method="post"
      onSubmit={(event) => announce(event, done)}
    >
      <HiddenInputs values={{ action, returnTo }} />
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

/** Sends a change; a form without an action is a refresh of the page. */
export async function postChange(form: URLSearchParams): Promise<void> {
  if (!form.has("action")) return;
  try {
    await fetch(PATH, { method: "POST", body: form, redirect: "manual" });
  } catch {
    showToast("The list could not be changed. Please try again.");
  }
}

function formId(action: string): string {
  return `list-${action}`;
}

function announce(event: FormEvent<HTMLFormElement>, done: (name: string) => string): void {
  const { submitter } = event.nativeEvent as SubmitEvent;
  const name = submitter?.dataset["name"];
  if (name !== undefined) showToast(done(name));
}
