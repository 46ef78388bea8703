import { PAGES } from "~/domain/pages";
import { CHANGED_PLACE, isWatched } from "~/domain/watchlist";
import { HiddenInputs } from "../site/controls";
import { Icon } from "../site/icons";
import { showToast } from "../site/toasts";
import { useListChange } from "./list-change";
import { toggleWatched, useIsWatched } from "./watchlist-store";

interface WatchButtonProps {
  readonly id: string;
  readonly name: string;
  /** Path and query of the page with the button. */
  readonly returnTo: string;
  /** Classes of a button that shows its word beside the star. */
  readonly className?: string;
}

/**
 * Star that adds a coin to the visitor's list. The server renders the same button for everyone, except for the star that was just
 * pressed, on the page that answers it. Once hydrated it is a toggle, whose word, where it has one, says which. Each has its own form, because text browsers support neither
 * `form` nor `formaction`.
 */
export function WatchButton({ id, name, returnTo, className = "watch" }: WatchButtonProps) {
  const isPressed = useIsWatched(id);
  const change = useListChange();
  const isChanged = isPressed === null && change?.id === id;
  // Pressing a star adds its coin to the list or removes it.
  const isAdded = isChanged && !isWatched(change.before, id);
  const hasWord = className !== "watch";
  const word = isAdded || (isPressed && hasWord) ? "Watching " : "Watch ";
  return (
    <form
      id={isChanged ? CHANGED_PLACE : undefined}
      className="watch-form"
      action={PAGES.watchlist.path}
      method="post"
      onSubmit={(event) => {
        // A star that is not visible yet cannot be pressed.
        if (isPressed === null) return;
        event.preventDefault();
        showToast(toggleWatched(id, name));
      }}
    >
      <HiddenInputs values={{ id, name, returnTo, ...(isAdded && { action: "remove" }) }} />
      <button
        className={isAdded ? `${className} is-watched` : className}
        type="submit"
        aria-pressed={isPressed ?? undefined}
      >
        <Icon name="star" />
        {hasWord ? <span className="watch-word">{word}</span> : word}
        <span className={!hasWord && !isChanged ? "for-listeners" : "is-sr-only"}>
          {isAdded ? `– remove ${name} from your watchlist` : name}
        </span>
      </button>
    </form>
  );
}
