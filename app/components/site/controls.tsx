import { useLocation, useNavigate, useNavigation } from "@remix-run/react";
import { type FormEvent, useEffect, useRef } from "react";
import { pageAddress } from "~/domain/addresses/canonical-address";
import { CURRENCIES, CURRENCY_BEFORE, type Currency } from "~/domain/market/currency";
import { rememberCurrency, useHydrated } from "./hydration";
import { Icon } from "./icons";
import { showToast } from "./toasts";

interface Choice {
  readonly legend: string;
  readonly name: string;
  readonly values: readonly string[];
  readonly value: string;
}

export function currencyChoice(currency: Currency): Choice {
  return { legend: "Currency", name: "currency", values: CURRENCIES, value: currency };
}

export function viewChoice(isTable: boolean): Choice {
  return { legend: "View", name: "view", values: ["cards", "table"], value: isTable ? "table" : "cards" };
}

interface RadioFormProps {
  readonly action: string;
  readonly choices: readonly Choice[];
  /** The other query parameters, because a GET form replaces the whole query. */
  readonly others: Readonly<Record<string, string>>;
}

/**
 * Id of the one form of a page's choices. Buttons and fields elsewhere on the page belong to it: whichever is pressed, what else was
 * chosen and is not shown yet is kept.
 */
export const CHOICES_ID = "choices";

/**
 * Choices of currency and view. With JavaScript a changed radio opens the chosen page, which keeps its scroll position; the
 * submit button becomes invisible but keeps its space, so nothing moves.
 */
export function RadioForm({ action, choices, others }: RadioFormProps) {
  const openChosen = useChosen();
  const isHydrated = useHydrated();
  const currency = choices.find(({ name }) => name === "currency");
  const form = useFormThatFollows(choices, openChosen);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    openChosen(event.currentTarget, (event.nativeEvent as SubmitEvent).submitter);
  };
  return (
    <form
      ref={form}
      id={CHOICES_ID}
      className="currency-form"
      action={action}
      autoComplete="off"
      onSubmit={submit}
    >
      {choices.map(({ legend, name, values, value: shown }) => (
        <fieldset key={name} className="segmented">
          <legend className="is-sr-only">{legend}</legend>
          {values.map((value) => (
            <label key={value} className="radio">
              <input
                type="radio"
                name={name}
                value={value}
                defaultChecked={value === shown}
                onChange={({ currentTarget }) => {
                  if (name === "currency") rememberCurrency(value);
                  if (currentTarget.form) openChosen(currentTarget.form);
                }}
              />
              {name !== "view" ? (
                <span>{name === "currency" ? value.toUpperCase() : value}</span>
              ) : (
                <span>
                  <Icon name={value === "table" ? "table" : "cards"} />
                  <span>{value === "table" ? "Table" : "Cards"}</span>
                </span>
              )}
            </label>
          ))}{" "}
        </fieldset>
      ))}
      <HiddenInputs values={others} />
      {isHydrated || currency === undefined ? null : (
        <HiddenInputs values={{ [CURRENCY_BEFORE]: currency.value }} />
      )}
      <button className={isHydrated ? "button is-invisible" : "button"} type="submit">
        Show
      </button>
    </form>
  );
}

/**
 * Returns a function that opens the page which a form of choices leads to, at its place. The page that is shown replaces its entry in
 * the browser's history, as when a choice is reverted before the other page has loaded.
 */
export function useChosen() {
  const navigate = useNavigate();
  const shown = pageAddress(useLocation());
  return (form: HTMLFormElement, pressed: Element | null = null, replace = false): void => {
    const { pathname, search } = new URL(chosenAddress(form, pressed));
    pressedBefore.set(form, { ...pressedBefore.get(form), ...fieldOf(pressed) });
    const address = pageAddress({ pathname, search });
    // Another page of a list begins at its top.
    const preventScrollReset = pressed?.getAttribute("name") !== "page";
    navigate(address, { preventScrollReset, replace: replace || address === shown });
  };
}

/** What was pressed in a form since it last showed a page at rest: a page may take its time to come, or to be rendered. */
const pressedBefore = new WeakMap<HTMLFormElement, Readonly<Record<string, string>>>();

/** Returns the address that a GET form leads to. @param pressed the control that sends it, whose value counts if it has a name */
export function chosenAddress(form: HTMLFormElement, pressed: Element | null): string {
  const fields = new FormData(form);
  for (const [name, text] of Object.entries({ ...pressedBefore.get(form), ...fieldOf(pressed) }))
    fields.set(name, text);
  const query = [...fields].map(([field, text]) => [field, String(text)]);
  return `${form.action}?${new URLSearchParams(query)}`;
}

/** What a pressed control adds to its form. */
function fieldOf(pressed: Element | null): Readonly<Record<string, string>> {
  const isField = pressed instanceof HTMLButtonElement || pressed instanceof HTMLInputElement;
  return isField && pressed.name !== "" ? { [pressed.name]: pressed.value } : {};
}

interface ChoiceButtonsProps<Choice> {
  /** What is chosen, for listeners: two groups may stand in one row. */
  readonly label: string;
  readonly name: string;
  readonly choices: readonly Choice[];
  readonly shown: Choice;
  readonly wordsOf?: (choice: Choice) => string;
  /** Where a browser without a script comes back to, with its fragment. */
  readonly action?: string;
}

/** Buttons of the form of choices for what else a list can show, in one group of which one holds. */
export function ChoiceButtons<Choice extends string | number>(props: ChoiceButtonsProps<Choice>) {
  const { label, name, choices, shown, wordsOf = String, action } = props;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of buttons, not of form fields.
    <span className="segmented" role="group" aria-label={label}>
      {choices.map((choice) => (
        <button
          key={choice}
          type="submit"
          form={CHOICES_ID}
          formAction={action}
          name={name}
          value={choice}
          aria-current={choice === shown ? "true" : undefined}
        >
          {`${wordsOf(choice)} `}
        </button>
      ))}
    </span>
  );
}

/** Query parameters that a GET form sends beside what is chosen in it. */
export function HiddenInputs({ values }: { readonly values: Readonly<Record<string, string>> }) {
  return Object.entries(values).map(([name, text]) => (
    <input key={name} type="hidden" name={name} value={text} />
  ));
}

/**
 * Keeps the form in step with what is shown after each navigation, unless another is under way, and on hydration submits a choice
 * that was made earlier.
 */
function useFormThatFollows(choices: readonly Choice[], open: (form: HTMLFormElement) => void) {
  const form = useRef<HTMLFormElement>(null);
  const isFirst = useRef(true);
  const { key } = useLocation();
  const isAtRest = useNavigation().state === "idle";
  const values = choices.map(({ value }) => value).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: only navigations and new values change the form.
  useEffect(() => {
    const { current } = form;
    if (current === null || !isAtRest) return;
    pressedBefore.delete(current);
    const changed = choices.flatMap(({ name, value }) => {
      const radios = current.elements.namedItem(name);
      return radios instanceof RadioNodeList && radios.value !== value ? [{ radios, value }] : [];
    });
    if (isFirst.current && changed.length > 0) open(current);
    else for (const { radios, value } of changed) radios.value = value;
    isFirst.current = false;
  }, [key, values, isAtRest]);
  return form;
}

/** Copies the address of the page. It needs JavaScript, so the server does not render it; it takes no space in the layout. */
export function CopyLink({ path }: { readonly path: string }) {
  if (!useHydrated()) return null;
  return (
    <button
      className="button copy-link"
      type="button"
      onClick={() => copyAddress(new URL(path, window.location.href).href)}
    >
      <Icon name="link" />
      <span>Copy link</span>
    </button>
  );
}

/** Copies an address and says so. @returns whether it was copied */
export function copyAddress(address: string): Promise<boolean> {
  return copyText(address, "Link", "You can find it in the address bar.");
}

/**
 * Copies a text and says so. Reports failures too: the clipboard exists on secure origins only, and may be forbidden.
 * @param what as a message names it: `Link`
 * @param otherwise where to find it if it cannot be copied
 * @returns whether it was copied
 */
export async function copyText(text: string, what: string, otherwise = ""): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    showToast(`${what} copied`);
    return true;
  } catch {
    showToast(`${what} could not be copied. ${otherwise}`.trim());
    return false;
  }
}

/**
 * Moves the focus when its control is gone from the page or disabled by a change; it would otherwise go to the start of the page.
 * @param shown changes with the page
 * @param selector of the element that takes the focus, which has a `tabIndex`
 */
export function useFocusThatStays(shown: string | number, selector: string): void {
  const before = useRef(shown);
  const focused = useRef<EventTarget | null>(null);
  useEffect(() => {
    // It may have been set before the page was hydrated.
    focused.current = document.activeElement;
    const note = ({ target }: FocusEvent) => {
      focused.current = target;
    };
    document.addEventListener("focusin", note);
    return () => document.removeEventListener("focusin", note);
  }, []);
  useEffect(() => {
    const { current } = focused;
    const { activeElement, body } = document;
    const isGone = current instanceof Element && (!current.isConnected || current.matches(":disabled"));
    const isFree = activeElement === body || activeElement === current;
    if (shown !== before.current && isGone && isFree)
      document.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true });
    before.current = shown;
  }, [shown, selector]);
}
