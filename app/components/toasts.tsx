import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { currentToast, dismissToast, subscribeToToasts, type Toast, type ToastPosition } from "./toast-store";

const SHOWN_MS = 5000;

const CLASS_NAMES: Record<ToastPosition, string> = {
  "top-left": "toast is-top is-left",
  top: "toast is-top",
  "top-right": "toast is-top is-right",
  "bottom-left": "toast is-left",
  bottom: "toast",
  "bottom-right": "toast is-right",
};

/** Where toasts appear: a region that is there from the start, so that screen readers say what comes into it. */
export function Toasts() {
  const toast = useSyncExternalStore(subscribeToToasts, currentToast, noToast);
  return (
    <div aria-live="polite">{toast === null ? null : <ToastMessage key={toast.id} toast={toast} />}</div>
  );
}

/** A message that goes by itself, but not while somebody points at it or has the focus in it. */
function ToastMessage({ toast }: { readonly toast: Toast }) {
  const [isHovered, setIsHovered] = useState(false);
  const [isFocused, setIsFocused] = useState(false);
  useDismissalAfter(SHOWN_MS, toast.id, isHovered || isFocused);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pausing offers nothing to do; the button in it is the control.
    <div
      className={CLASS_NAMES[toast.position]}
      onPointerEnter={() => setIsHovered(true)}
      onPointerLeave={() => setIsHovered(false)}
      onFocus={() => setIsFocused(true)}
      onBlur={() => setIsFocused(false)}
    >
      <p>{toast.message}</p>
      <button
        className="toast-dismiss"
        type="button"
        aria-label="Dismiss"
        onClick={() => dismissToast(toast.id)}
      >
        <span aria-hidden="true">×</span>
      </button>
    </div>
  );
}

/** Counts only the time that is not paused. */
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

function noToast(): null {
  return null;
}
