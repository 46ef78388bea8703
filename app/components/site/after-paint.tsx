import { useNavigationType } from "@remix-run/react";
import {
  type ComponentType,
  memo,
  type ReactNode,
  startTransition,
  useEffect,
  useMemo,
  useState,
} from "react";
import { useHydrated } from "./hydration";

/** Rows of a list that are on the first screen of a large display. */
export const FIRST_ROWS = 30;

/**
 * Makes a part of a page that is mostly below the first screen wait until the rest has been painted: when a script opens the page, and
 * whenever its props change. A phone shows the first screen of a page in half the time then. The server renders all at once; so
 * does going back, which has to find its place, and an address that names a place.
 * @param placeholder stands for the part until then
 */
export function afterPaint<Props extends object>(Part: ComponentType<Props>, placeholder: ReactNode = null) {
  return memo(function AfterPaint(props: Props) {
    const isGoingBack = useNavigationType() === "POP";
    const isOpenedByScript = useHydrated() && !isGoingBack && window.location.hash === "";
    const [shown, setShown] = useState(isOpenedByScript ? null : props);
    useEffect(() => startTransition(() => setShown(props)), [props]);
    return useMemo(() => (shown === null ? placeholder : <Part {...shown} />), [shown]);
  });
}
