import { useEffect } from "react";

interface Route {
  readonly id: string;
  lazy?: (() => Promise<unknown>) | undefined;
  readonly children?: readonly Route[];
}

/** What Remix has in the browser: https://github.com/remix-run/remix/blob/remix%402.17.5/packages/remix-react/browser.tsx */
interface Remix {
  readonly __remixManifest: {
    /** Address of the script that brings it. */
    readonly url: string;
    readonly routes: Readonly<Record<string, { readonly module: string; readonly imports?: string[] }>>;
  };
  readonly __remixRouter: {
    readonly routes: readonly Route[];
    readonly state: {
      readonly navigation: { readonly location?: Pick<Location, "pathname" | "search" | "hash"> };
    };
  };
}

/** To be called in effects and events only: a hydrated page has both. */
export const remix = () => window as unknown as Remix;

/**
 * Opens a page as a document if its script is lost, as it is after a deployment for a tab that is older. Remix alone would reload the
 * page where the visitor is.
 */
export function usePagesWithoutScript(): void {
  useEffect(() => {
    const { __remixRouter: router, __remixManifest: manifest } = remix();
    for (const route of router.routes[0]?.children ?? []) {
      const { id, lazy } = route;
      if (lazy === undefined) continue;
      route.lazy = () =>
        import(/* @vite-ignore */ manifest.routes[id]?.module ?? "").then(lazy, () => {
          const { pathname, search, hash } = router.state.navigation.location ?? window.location;
          window.location.assign(pathname + search + hash);
          return new Promise(() => {});
        });
    }
  }, []);
}

/** A younger page is of the version that answers now, or of a replica that is about to end. */
const MIN_AGE_MS = 10_000;

/** Loads a page anew that fails with the data of a new version: a tab that was open during a deployment, whose scripts are gone. */
export function usePageOfNewVersion(): void {
  useEffect(() => {
    if (performance.now() < MIN_AGE_MS) return;
    fetch(remix().__remixManifest.url, { cache: "no-store" }).then(
      ({ status }) => status === 404 && window.location.reload(),
      () => {},
    );
  }, []);
}
