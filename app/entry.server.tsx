import type { ActionFunctionArgs, EntryContext, LoaderFunctionArgs } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderDocument } from "~/services/documents/render-document.server";

/**
 * Milliseconds that Remix waits for streamed data. Loaders await all they need, so nothing is ever streamed; but its
 * timer runs to the end after each request and would hold a stopping process up.
 */
export const streamTimeout = 1000;

/** Answers a request for a document: the whole page in one piece, never a stream with placeholders. */
export default async function handleDocumentRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  const html = await renderDocument(<RemixServer context={context} url={request.url} />);
  headers.set("Content-Type", "text/html; charset=utf-8");
  if (status >= 400) headers.set("Cache-Control", "no-store");
  return new Response(html, { status, headers });
}

/** Logs what is a fault of ours. A wrong address or method is the visitor's business and fills no log. */
export function handleError(error: unknown, { request }: LoaderFunctionArgs | ActionFunctionArgs): void {
  if (request.signal.aborted) return;
  if (isRouteErrorResponse(error) && (error.status === 404 || error.status === 405)) return;
  console.error(error);
}
