import { useFetcher, useLocation } from "@remix-run/react";
import { type ReactNode, useEffect, useRef } from "react";
import { pageAddress } from "~/domain/page-address";
import { PAGES } from "~/domain/pages";
import { CHANGED_PLACE, describeChange, listChange, readWatchlist } from "~/domain/watchlist";
import { HiddenInputs, useFocusThatStays } from "../site/controls";
import { useHydrated } from "../site/hydration";
import { Icon, type IconName } from "../site/icons";
import { showToast } from "../site/toasts";
import { LIST_CHANGED, undoForm, useListChange } from "./list-change";

const PATH = PAGES.watchlist.path;

interface OwnCoin {
  readonly id: string;
  readonly name: string;
}

interface OwnActions {
  /** Controls beside a coin of the list. */
  readonly all: (coin: OwnCoin) => ReactNode;
  /** The button beside a coin that cannot be shown. */
  readonly removal: (coin: OwnCoin) => ReactNode;
}

/**
 * Returns what renders the controls of the visitor's own list; undefined for another one. Each coin has a form of its own, whose
 * first button is the one that the Enter key presses in the field of the place.
 */
export function useOwnActions(ids: readonly string[], isOwn: boolean): OwnActions | undefined {
  const { Form } = useFetcher();
  const returnTo = pageAddress(useLocation());
  const changed = changedCoin(ids, useListChange());
  useFocusThatStays(ids.length, "h1");
  if (!isOwn) return undefined;
  const form = ({ id, name }: OwnCoin, controls: ReactNode) => (
    <Form
      key={id}
      id={id === changed ? CHANGED_PLACE : undefined}
      className="own-actions"
      action={PATH}
      method="post"
    >
      <HiddenInputs values={{ id, name, returnTo }} />
      {controls}
    </Form>
  );
  const removal = ({ name }: OwnCoin) => (
    <ActionButton action="remove" icon="close" text={`Remove ${name}`} />
  );
  return {
    removal: (coin) => form(coin, removal(coin)),
    all(coin) {
      const { id, name } = coin;
      const place = ids.indexOf(id) + 1;
      return form(
        coin,
        <>
          {ids.length > 1 ? (
            <>
              <PlaceField place={place} label={`Place of ${name}, of ${ids.length}: `} />{" "}
              <ActionButton action="move" icon="move" text={`Move ${name} to this place`} />{" "}
              <ActionButton
                action="up"
                icon="arrow-up"
                text={`Move ${name} up`}
                isDisabled={place === 1}
              />{" "}
            </>
          ) : null}
          {removal(coin)}
        </>,
      );
    },
  };
}

/** Returns the coin to which the visitor returns: the one that was changed, or the one that took the place of a removed one. */
function changedCoin(ids: readonly string[], change: ReturnType<typeof useListChange>): string | undefined {
  if (change?.id === null || change?.id === undefined) return undefined;
  if (ids.includes(change.id)) return change.id;
  const place = change.before.findIndex(({ id }) => id === change.id);
  return ids[Math.min(place, ids.length - 1)];
}

/** Field of a coin's place, which follows the list after each change, but keeps what is typed until then. */
function PlaceField({ place, label }: { readonly place: number; readonly label: string }) {
  const field = useRef<HTMLInputElement>(null);
  const shown = useRef(place);
  useEffect(() => {
    const show = () => {
      if (field.current !== null) field.current.value = String(place);
    };
    if (shown.current !== place) show();
    shown.current = place;
    document.addEventListener(LIST_CHANGED, show);
    return () => document.removeEventListener(LIST_CHANGED, show);
  }, [place]);
  return (
    <label>
      <span className="is-sr-only">{label}</span>
      <input
        ref={field}
        className="own-place"
        name="place"
        defaultValue={place}
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

/** A button with an icon, and with words for those who do not see it. */
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
      // A button that is disabled while it has the focus would lose it.
      aria-disabled={isDisabled && isHydrated ? true : undefined}
    >
      <Icon name={icon} /> <span className="is-sr-only">{text}</span>
    </button>
  );
}

/** Chain of requests, because each changes the list that the one before it has left. */
let changing: Promise<unknown> = Promise.resolve();

/**
 * Sends a change and shows the outcome as a toast; does nothing for a form without an action, which is a refresh.
 * @returns false where the list could not be changed
 */
export async function postChange(form: URLSearchParams): Promise<boolean> {
  if (!form.has("action")) return true;
  const sending = changing.then(() => send(form));
  changing = sending;
  return sending;
}

const MAX_WAIT_MS = 20_000;

async function send(form: URLSearchParams): Promise<boolean> {
  const before = readWatchlist(document.cookie);
  // Where to return to is for browsers without JavaScript, which the next page tells what has happened.
  form.delete("returnTo");
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
    document.dispatchEvent(new Event(LIST_CHANGED));
    const change = listChange(before, readWatchlist(document.cookie), form);
    showToast(describeChange(change), undoForm(change));
    return true;
  } catch {
    showToast("The list could not be changed. Please try again.");
    return false;
  }
}
