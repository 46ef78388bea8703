import { useLocation } from "@remix-run/react";
import { createContext, type ReactNode, useContext, useMemo } from "react";
import { pageAddress } from "~/domain/addresses/canonical-address";
import { PAGES } from "~/domain/addresses/page-addresses";
import { CHANGED_PLACE, isWatched, type ListChange } from "~/domain/watchlist/watchlist";
import { HiddenInputs } from "../site/controls";
import { useHydrated } from "../site/hydration";
import { Icon } from "../site/icons";
import { showToast } from "../site/toasts";
import { toggleWatched, useListChange } from "./list-change";
import { useIsWatched } from "./watchlist-store";

/** What the stars of a form have in common, found out once: a phone feels each hook of a hundred stars. */
const Stars = createContext({ isHydrated: false, areWatched: false, change: null as ListChange | null });

interface WatchFormProps {
  readonly coins: readonly { readonly id: string; readonly name: string }[];
  /** Whether they are the visitor's own watchlist. */
  readonly areWatched?: boolean | undefined;
  readonly children: ReactNode;
}

/**
 * The form of all stars of a list, each of which names its coin. They are in it rather than linked to it by `form`, which text
 * browsers do not support.
 */
export function WatchForm({ coins, areWatched = false, children }: WatchFormProps) {
  const returnTo = pageAddress(useLocation());
  const isHydrated = useHydrated();
  const change = useListChange();
  const stars = useMemo(() => ({ isHydrated, areWatched, change }), [isHydrated, areWatched, change]);
  return (
    <form
      className="watch-form"
      action={PAGES.watchlist.path}
      method="post"
      onSubmit={(event) => {
        const { submitter } = event.nativeEvent as SubmitEvent;
        const coin = coins.find(({ id }) => id === submitter?.getAttribute("value"));
        // A star that is not hydrated yet is sent.
        if (coin === undefined || submitter?.ariaPressed === null) return;
        event.preventDefault();
        showToast(toggleWatched(coin.id, coin.name));
      }}
    >
      <HiddenInputs values={{ returnTo }} />
      <Stars.Provider value={stars}>{children}</Stars.Provider>
    </form>
  );
}

interface WatchButtonProps {
  readonly id: string;
  readonly name: string;
  readonly className?: string;
}

/**
 * Star that adds a coin to the visitor's list, within a `WatchForm`. The server renders the same button for everyone, except on
 * that list, and for the star that was just pressed, on the page that answers it. Once hydrated it is a toggle, whose word, where it
 * has one, says which.
 */
export function WatchButton({ id, name, className = "watch" }: WatchButtonProps) {
  const { isHydrated, areWatched, change } = useContext(Stars);
  const isOnList = useIsWatched(id);
  const isPressed = isHydrated ? isOnList : null;
  const isChanged = isPressed === null && change?.id === id;
  // Pressing a star adds its coin to the list or removes it.
  const isAdded = isPressed === null && (areWatched || (change !== null && isWatched(change.after, id)));
  const hasWord = className !== "watch";
  const word = isAdded || (isPressed && hasWord) ? "Watching " : "Watch ";
  return (
    <button
      id={isChanged ? CHANGED_PLACE : undefined}
      className={isAdded ? `${className} is-watched` : className}
      type="submit"
      name={isAdded ? "remove" : "id"}
      value={id}
      aria-pressed={isPressed ?? undefined}
    >
      <Icon name="star" />
      <span className={hasWord ? "watch-word" : undefined}>{word}</span>
      <span className={!hasWord && !isChanged ? "for-listeners" : "is-sr-only"}>
        {isAdded ? `– remove ${name} from your watchlist` : name}
      </span>
    </button>
  );
}
