import { type ClientLoaderFunctionArgs, isRouteErrorResponse } from "@remix-run/react";
import { formatLocalMoment } from "~/domain/format/time";
import { pageAddress } from "~/domain/page-address";
import { showToast } from "../toast-store";

/** The page that is on the screen. */
export interface ShownPage {
  /** As `pageAddress` writes it. */
  readonly address: string;
  /** What its loader said last. */
  readonly data: object;
  /** What it shows: `prices`. */
  readonly noun: string;
  /** When that was so, in milliseconds since the epoch. */
  readonly dataFrom: number;
}

let shown: ShownPage | null = null;

/** An outage is told once, not with each attempt. */
let isOutage = false;

/** @returns what ends it */
export function setShownPage(page: ShownPage): () => void {
  shown = page;
  return () => {
    if (shown === page) shown = null;
  };
}

/**
 * The client loader of every page with data of the market. It asks the server, as Remix would without it. Should that
 * fail for the very page that is on the screen, the page keeps what it has, and a toast says so; the failure of any other
 * page is that page's.
 */
export async function loadOrKeep({ request, serverLoader }: ClientLoaderFunctionArgs): Promise<unknown> {
  try {
    const data = await serverLoader();
    isOutage = false;
    return data;
  } catch (error) {
    // Another navigation has taken the place of this one.
    if (request.signal.aborted) throw error;
    const isAnswer = isRouteErrorResponse(error);
    if (isAnswer && error.status < 500) throw error;
    if (shown?.address === pageAddress(new URL(request.url))) return keep(shown);
    // What did not arrive, or is not of this site (a proxy's page), fails the page like an answer that says so.
    throw isAnswer ? error : new Response(null, { status: 504, statusText: "Gateway Timeout" });
  }
}

function keep({ data, noun, dataFrom }: ShownPage): object {
  if (!isOutage) showToast(`Could not refresh. These ${noun} are from ${formatLocalMoment(dataFrom)}.`);
  isOutage = true;
  return data;
}
