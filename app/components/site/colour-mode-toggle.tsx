import { useLocation } from "@remix-run/react";
import { type FormEvent, useEffect } from "react";
import { knownPage } from "~/domain/addresses/canonical-address";
import { CARD_COLOURS, type ColourMode, parseColourMode, readColourMode } from "~/domain/colour-mode";
import { Icon, type IconName } from "./icons";

const MODES: readonly { readonly mode: ColourMode; readonly label: string; readonly icon: IconName }[] = [
  { mode: "dark", label: "Switch to dark mode", icon: "moon" },
  { mode: "light", label: "Switch to light mode", icon: "sun" },
];

/**
 * Two buttons; the style sheet shows the one that would change the mode, because without a cookie only CSS knows the
 * system's preference. Without JavaScript the form is posted and returns to this page; with it the mode changes at once,
 * because all colours are CSS variables, and the form is posted in the background.
 */
export function ColourModeToggle() {
  const location = useLocation();
  useModeOfCookie();
  return (
    <form className="colour-mode is-flex" action="/colour-mode" method="post" onSubmit={switchAtOnce}>
      {/* Empty for all unknown addresses, which share one document. */}
      <input type="hidden" name="returnTo" value={knownPage(location)?.address ?? ""} />
      {MODES.flatMap(({ mode, label, icon }) => [
        <button
          key={mode}
          className={`button is-icon to-${mode}`}
          type="submit"
          name="mode"
          value={mode}
          title={label}
        >
          <span className="is-sr-only">{label}</span>
          <Icon name={icon} />
        </button>,
        " ",
      ])}
    </form>
  );
}

function switchAtOnce(event: FormEvent<HTMLFormElement>): void {
  const { submitter } = event.nativeEvent as SubmitEvent;
  const mode = submitter instanceof HTMLButtonElement ? parseColourMode(submitter.value) : null;
  if (mode === null) return;
  event.preventDefault();
  const form = event.currentTarget;
  const hadFocus = document.activeElement === submitter;
  // Answers the press first: a table of a hundred rows takes a phone a quarter of a second.
  form.dataset["theme"] = mode;
  requestAnimationFrame(() =>
    setTimeout(() => {
      show(mode);
      delete form.dataset["theme"];
    }),
  );
  // Moves the focus to the other button, which has replaced the pressed one.
  if (hadFocus) form.querySelector<HTMLElement>(`button:not([value="${mode}"])`)?.focus();
  remember(mode);
}

function show(mode: ColourMode): void {
  document.documentElement.dataset["theme"] = mode;
  for (const frame of document.querySelectorAll<HTMLMetaElement>("meta[name=theme-color]")) {
    frame.content = CARD_COLOURS[mode];
  }
}

let remembering: Promise<unknown> = Promise.resolve();

/** Posts the choice for the cookie. On failure the mode lasts only as long as this document. */
function remember(mode: ColourMode): void {
  const body = new URLSearchParams({ mode });
  remembering = remembering
    .then(() => fetch("/colour-mode", { method: "POST", body, redirect: "manual", keepalive: true }))
    .catch(() => {});
}

/** Applies the cookie to pages that the browser restores from its history, which may be older than the choice. */
function useModeOfCookie(): void {
  useEffect(() => {
    const follow = () => {
      const mode = readColourMode(document.cookie);
      if (mode !== null) show(mode);
    };
    follow();
    window.addEventListener("pageshow", follow);
    return () => window.removeEventListener("pageshow", follow);
  }, []);
}
