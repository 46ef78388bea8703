import { PAGES } from "~/domain/pages";
import { CHANGED_PLACE } from "~/domain/watchlist";
import { HiddenInputs } from "../site/controls";
import { Icon } from "../site/icons";
import { useListChange } from "./list-change";

interface WatchButtonProps {
  readonly id: string;
  readonly name: string;
  /** Path and query of the page with the button. */
  readonly returnTo: string;
  /** Classes of a button that shows its word beside the star. */
  readonly className?: string;
}

/**
 * Star that adds a coin to the visitor's list. The server renders the same button for everyone, whatever is on their lists.
 * With JavaScript it becomes a toggle (watched-buttons.client.ts). Each has a form of its own, because text browsers know
 * neither `form` nor `formaction`.
 */
export function WatchButton({ id, name, returnTo, className = "watch" }: WatchButtonProps) {
  const change = useListChange();
  if (change?.id === id)
    return <ChangedButton {...{ id, name, returnTo, className }} isWatched={change.isWatched} />;
  return (
    // Another coin gets another button, without the state of the old one.
    <form key={id} className="watch-form" action={PAGES.watchlist.path} method="post">
      <HiddenInputs values={{ id, returnTo }} />
      <button className={className} type="submit">
        <Icon name="star" />
        Watch <span className={className === "watch" ? "for-listeners" : "is-sr-only"}>{name}</span>
      </button>
    </form>
  );
}

/** The star that was pressed, on the page that answers it: the one place where a page says what is on the visitor's list. */
function ChangedButton({
  id,
  name,
  returnTo,
  className,
  isWatched,
}: Required<WatchButtonProps> & { readonly isWatched: boolean }) {
  return (
    <form id={CHANGED_PLACE} className="watch-form" action={PAGES.watchlist.path} method="post">
      <HiddenInputs values={{ id, name, returnTo, action: isWatched ? "remove" : "add" }} />
      <button className={isWatched ? `${className} is-watched` : className} type="submit">
        <Icon name="star" />
        {isWatched ? "Watched" : "Watch"}{" "}
        <span className="is-sr-only">{isWatched ? `– remove ${name} from your watchlist` : name}</span>
      </button>
    </form>
  );
}
