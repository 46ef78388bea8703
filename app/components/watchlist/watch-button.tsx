import { VISITOR_FORM } from "../site/colour-mode-toggle";

interface WatchButtonProps {
  readonly id: string;
  /** Classes of a button that shows its word beside the star. */
  readonly className?: string;
}

/**
 * Star that puts a coin on the visitor's list. What the server renders is the same for everyone, whatever is on their lists: it
 * adds the coin, which done twice does no harm. With JavaScript it shows what is on the list, takes it off again, and has the
 * name of its coin in its label (watchlist/watched-buttons.client.ts).
 */
export function WatchButton({ id, className = "watch" }: WatchButtonProps) {
  return (
    <button
      // Another coin gets another button, which says nothing yet of the list.
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
