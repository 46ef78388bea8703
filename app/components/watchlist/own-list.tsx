import { useFetcher, useLocation } from "@remix-run/react";
import { type ReactNode, useEffect, useState } from "react";
import { pageAddress } from "~/domain/page-address";
import { PAGES } from "~/domain/pages";
import {
  CHANGED_PLACE,
  describeChange,
  LIST_MESSAGES,
  type ListChange,
  listChange,
} from "~/domain/watchlist";
import { HiddenInputs, useFocusThatStays } from "../site/controls";
import { useHydrated } from "../site/hydration";
import { Icon, type IconName } from "../site/icons";
import { showToast } from "../site/toasts";
import { useListChange } from "./list-change";
import { postList, readList, undoForm } from "./watchlist-store";

interface OwnCoin {
  readonly id: string;
  readonly name: string;
}

/**
 * Returns what renders the controls beside a coin of the visitor's own list; undefined for another list. A coin that cannot be
 * shown can only be removed. Each coin has its own form; its first button is the one that Enter presses in the position field.
 */
export function useOwnControls(
  ids: readonly string[],
  isOwn: boolean,
): ((coin: OwnCoin, isShown?: boolean) => ReactNode) | undefined {
  const { Form, data } = useFetcher();
  const returnTo = pageAddress(useLocation());
  const changed = changedCoin(ids, useListChange());
  useFocusThatStays(ids.length, "h1");
  if (!isOwn) return undefined;
  return ({ id, name }, isShown = true) => {
    const place = ids.indexOf(id) + 1;
    return (
      <Form
        key={id}
        id={id === changed ? CHANGED_PLACE : undefined}
        className="own-actions"
        action={PAGES.watchlist.path}
        method="post"
      >
        <HiddenInputs values={{ id, name, returnTo }} />
        {isShown && ids.length > 1 ? (
          <>
            <PlaceField place={place} label={`Place of ${name}, of ${ids.length}: `} outcome={data} />{" "}
            <ActionButton action="move" icon="move" text={`Move ${name} to this place`} />{" "}
            <ActionButton
              action="up"
              icon="arrow-up"
              text={`Move ${name} up`}
              isDisabled={place === 1}
            />{" "}
          </>
        ) : null}
        <ActionButton action="remove" icon="close" text={`Remove ${name}`} />
      </Form>
    );
  };
}

/** Returns the coin to scroll to: the changed one, or the one that took the place of a removed one. */
function changedCoin(ids: readonly string[], change: ListChange | null): string | undefined {
  if (change === null || change.id === null) return undefined;
  if (ids.includes(change.id)) return change.id;
  const place = change.before.findIndex(({ id }) => id === change.id);
  return ids[Math.min(place, ids.length - 1)];
}

interface PlaceFieldProps {
  readonly place: number;
  readonly label: string;
  /** Result of the last change: a new object each time. */
  readonly outcome: unknown;
}

/** Field of a coin's position, which follows the list after each change, but keeps what is being typed. */
function PlaceField({ place, label, outcome }: PlaceFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another place, too, replaces what was typed.
  useEffect(() => {
    if (outcome !== FAILED) setTyped(null);
  }, [place, outcome]);
  return (
    <label>
      <span className="is-sr-only">{label}</span>
      <input
        className="input own-place"
        name="place"
        value={typed ?? place}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        inputMode="numeric"
        autoComplete="off"
        size={3}
        maxLength={3}
      />
    </label>
  );
}

interface ActionButtonProps {
  readonly action: "move" | "up" | "remove";
  readonly icon: IconName;
  readonly text: string;
  readonly isDisabled?: boolean;
}

/** A button with an icon, and a text for screen readers. */
function ActionButton({ action, icon, text, isDisabled = false }: ActionButtonProps) {
  const isHydrated = useHydrated();
  return (
    <button
      className="button is-icon"
      type="submit"
      name="action"
      value={action}
      title={text}
      disabled={isDisabled && !isHydrated}
      // Disabling a focused button would lose the focus.
      aria-disabled={isDisabled && isHydrated ? true : undefined}
    >
      <Icon name={icon} /> <span className="is-sr-only">{text}</span>
    </button>
  );
}

/** Result of a change that the server did not make. */
export const FAILED = "failed";

/** Chain of changes, because each builds on the list that the previous one left. */
let changing: Promise<unknown> = Promise.resolve();

/** Sends a form that changes the list, and says what has happened. Resolves to the change, another object each time. */
export function changeList(form: URLSearchParams): Promise<ListChange | typeof FAILED> {
  const sending = changing.then(async () => {
    const before = readList();
    // The return address is for browsers without JavaScript; their next page shows what happened.
    form.delete("returnTo");
    if (!(await postList(form))) {
      showToast(LIST_MESSAGES.failed);
      return FAILED;
    }
    const change = listChange(before, readList(), form);
    showToast(describeChange(change), undoForm(change));
    return change;
  });
  changing = sending;
  return sending;
}
