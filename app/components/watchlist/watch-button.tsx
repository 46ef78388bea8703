import { PAGES } from "~/domain/pages";
import { HiddenInputs } from "../site/controls";

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
  return (
    // Another coin gets another button, without the state of the old one.
    <form key={id} className="watch-form" action={PAGES.watchlist.path} method="post">
      <HiddenInputs values={{ id, returnTo }} />
      <button className={className} type="submit">
        Watch <span className="is-sr-only">{name}</span>
      </button>
    </form>
  );
}
