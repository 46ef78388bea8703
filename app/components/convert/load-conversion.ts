import { type ClientLoaderFunctionArgs, isRouteErrorResponse } from "@remix-run/react";
import { useEffect } from "react";
import { type ConversionQuery, parseConversion } from "~/domain/convert/conversion-query";
import { keepDataWhenRefreshFails } from "../site/page-refresh";
import { showToast } from "../site/toasts";

interface Conversion {
  readonly query: ConversionQuery;
}

/** The conversion on the screen. */
let shown: Conversion | null = null;

/** Remembers the conversion on the screen, for when the next amount cannot be converted. */
export function useShownConversion(data: Conversion): void {
  useEffect(() => {
    shown = data;
    return () => {
      shown = null;
    };
  }, [data]);
}

/**
 * Client loader of the converter. If another amount of the shown pair cannot be converted, because the site does not answer,
 * the page stays, with what was typed, and a toast says so.
 * @throws {Response} the failure of any other page, for that page's error boundary
 */
export async function loadConversion(args: ClientLoaderFunctionArgs): Promise<unknown> {
  try {
    return await keepDataWhenRefreshFails(args);
  } catch (error) {
    const { from, to } = parseConversion(new URL(args.request.url).searchParams);
    const isAnswer = isRouteErrorResponse(error) && error.status < 500;
    // Another spelling of an id is shown as the id.
    const isSamePair =
      shown?.query.from.toLowerCase() === from.toLowerCase() &&
      shown.query.to.toLowerCase() === to.toLowerCase();
    if (args.request.signal.aborted || isAnswer || !isSamePair) throw error;
    showToast("This amount could not be converted just now.");
    return shown;
  }
}
