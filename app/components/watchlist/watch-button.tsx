import { VISITOR_FORM } from "../site/colour-mode-toggle";

interface WatchButtonProps {
  readonly id: string;
  /** Classes of a button that shows its word beside the star. */
  readonly className?: string;
}

/**
 * Star that adds a coin to the visitor's list. The server renders the same button for everyone, whatever is on their lists.
 * With JavaScript it becomes a toggle, with the coin's name in its label (watched-buttons.client.ts).
 */
export function WatchButton({ id, className = "watch" }: WatchButtonProps) {
  return (
    <button
      // Another coin gets another button, without the state of the old one.
      key={id}
      className={className}
      type="submit"
      form={VISITOR_FORM}
      formAction="/watchlist"
      name="id"
      value={id}
    >
      Watch
    </button>
  );
}
