import { useFetcher } from "@remix-run/react";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { Icon } from "./icons";

const SHOWN_MS = 5000;

export interface ToastForm {
  readonly path: string;
  readonly values: Readonly<Record<string, string>>;
  readonly label: string;
}

interface Toast {
  /** Unique, so that the same message shown twice makes two toasts. */
  readonly id: number;
  readonly message: string;
  readonly form: ToastForm | null;
}

let current: Toast | null = null;
let lastId = 0;
const listeners = new Set<() => void>();

/** Shows a message for five seconds, or until it is dismissed if it has a form. Only one toast is shown at a time: the newest replaces the one before. */
export function showToast(message: string, form: ToastForm | null = null): void {
  lastId += 1;
  setToast({ id: lastId, message, form });
}

/** Region in which toasts appear. Rendered from the start, because screen readers announce changes of regions they know. */
export function Toasts() {
  const toast = useSyncExternalStore(
    subscribe,
    () => current,
    () => null,
  );
  return (
    <div aria-live="polite">{toast === null ? null : <ToastMessage key={toast.id} toast={toast} />}</div>
  );
}

/**
 * Message that dismisses itself, but not while it is hovered or focused. One with a form stays: keyboard and screen reader users
 * would hardly reach it in time.
 */
function ToastMessage({ toast }: { readonly toast: Toast }) {
  const [isHovered, setIsHovered] = useState(false);
  const [isFocused, setIsFocused] = useState(false);
  useDismissalAfter(SHOWN_MS, toast.id, isHovered || isFocused || toast.form !== null);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only pauses the timer; the button is the control.
    <div
      className="notification toast"
      onPointerEnter={() => setIsHovered(true)}
      onPointerLeave={() => setIsHovered(false)}
      onFocus={() => setIsFocused(true)}
      onBlur={() => setIsFocused(false)}
    >
      <p>{toast.message}</p>
      {toast.form === null ? null : <ToastAction {...toast.form} />}
      <button
        className="toast-dismiss"
        type="button"
        aria-label="Dismiss"
        onClick={() => dismissToast(toast.id)}
      >
        <Icon name="close" />
      </button>
    </div>
  );
}

function ToastAction({ path, values, label }: ToastForm) {
  const { Form } = useFetcher();
  return (
    <Form action={path} method="post">
      {Object.entries(values).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button type="submit">{label}</button>
    </Form>
  );
}

function useDismissalAfter(ms: number, id: number, isPaused: boolean): void {
  const left = useRef(ms);
  useEffect(() => {
    if (isPaused) return;
    const start = performance.now();
    const timer = setTimeout(() => dismissToast(id), left.current);
    return () => {
      clearTimeout(timer);
      left.current -= performance.now() - start;
    };
  }, [id, isPaused]);
}

function dismissToast(id: number): void {
  if (current?.id === id) setToast(null);
}

function setToast(next: Toast | null): void {
  current = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
