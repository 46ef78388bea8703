import { useFirstOfVisit } from "../site/first-of-visit";

/** The market in one line; nothing where it was not known when the page was opened. */
export function Glance({ text }: { readonly text: string | null }) {
  const first = useFirstOfVisit(text);
  return first === null ? null : (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards scroll it on a phone
    <p className="glance" tabIndex={0}>
      {text ?? first}
    </p>
  );
}
