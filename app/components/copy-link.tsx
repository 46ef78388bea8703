import { showToast } from "./toast-store";
import { useHydrated } from "./use-hydrated";

/** Copies the address of what is shown. It needs a script: until there is one it keeps its place, unseen. */
export function CopyLink({ path }: { readonly path: string }) {
  const isHydrated = useHydrated();
  return (
    <button
      className="copy-link"
      type="button"
      data-is-spare={!isHydrated}
      onClick={() => copy(new URL(path, window.location.href).href)}
    >
      Copy link
    </button>
  );
}

/** The clipboard is there on secure origins only, and the visitor may have forbidden it. */
async function copy(address: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(address);
    showToast("Link copied");
  } catch {
    showToast("The link could not be copied. You find it in the address bar.");
  }
}
