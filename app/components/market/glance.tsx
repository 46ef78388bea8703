import { useLocation } from "@remix-run/react";
import { useState } from "react";

/** The market in one line; nothing where it was not known when the page was opened, so that nothing moves when it is. */
export function Glance(props: { readonly text: string | null }) {
  // Mounts again for each navigation, not for a refresh.
  return <GlanceOfVisit key={useLocation().key} {...props} />;
}

function GlanceOfVisit({ text }: { readonly text: string | null }) {
  const [first] = useState(text);
  return first === null ? null : (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards scroll it on a phone
    <p className="glance" tabIndex={0}>
      {text ?? first}
    </p>
  );
}
