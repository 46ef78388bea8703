export type ToastPosition = "top-left" | "top" | "top-right" | "bottom-left" | "bottom" | "bottom-right";

export interface Toast {
  /** Another one for each toast, so that the same words shown twice are two toasts. */
  readonly id: number;
  readonly message: string;
  readonly position: ToastPosition;
}

/** Shows a message for a while. One at a time: the newest takes the place of what is there. */
export function showToast(message: string, position: ToastPosition = "bottom"): void {
  lastId += 1;
  set({ id: lastId, message, position });
}

/** Takes a toast away, unless another has taken its place. */
export function dismissToast(id: number): void {
  if (toast?.id === id) set(null);
}

export function currentToast(): Toast | null {
  return toast;
}

/** @returns what ends the subscription */
export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

let toast: Toast | null = null;
let lastId = 0;
const listeners = new Set<() => void>();

function set(next: Toast | null): void {
  toast = next;
  for (const listener of listeners) listener();
}
