import type { ActionFunctionArgs, EntryContext, LoaderFunctionArgs } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { readColourMode } from "~/services/colour-mode.server";
import { config } from "~/services/config.server";
import { finalCacheControl } from "~/services/documents/cache-control.server";
import { documentIdentity } from "~/services/documents/document-identity.server";
import { rememberedDocument } from "~/services/documents/document-memory.server";
import { documentResponse } from "~/services/documents/document-response.server";
import { encodeOnce } from "~/services/documents/encoded-document.server";
import { renderDocument } from "~/services/documents/render-document.server";
import { setSecurityHeaders } from "~/services/documents/security-headers.server";
import { holdHttpServer } from "~/services/http/http-server.server";
import { drainOnSignals } from "~/services/shutdown/shutdown.server";

// The development server evaluates this file again after each change, and has a way of its own to stop.
if (import.meta.env.PROD) drainOnSignals(holdHttpServer(config.listen));

/**
 * Milliseconds that Remix waits for streamed data. Loaders await all they need, so nothing is ever streamed; but its
 * timer runs to the end after each request and would hold a stopping process up.
 */
export const streamTimeout = 1000;

/** Answers a request for a document: the whole page in one piece, rendered once for as long as its data are the same. */
export default async function handleDocumentRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  const render = () => renderDocument(<RemixServer context={context} url={request.url} />);
  const identity = documentIdentity(request, context.staticHandlerContext);
  const document =
    identity === null ? await encodeOnce(await render()) : await rememberedDocument(identity, render);
  // A remembered document has its data in it already.
  if (context.serverHandoffStream?.locked === false) await context.serverHandoffStream.cancel();
  setFinalHeaders(request, status, headers);
  return documentResponse(request, status, headers, document);
}

/** The same for an answer with data for a client-side navigation. */
export function handleDataRequest(response: Response, { request }: LoaderFunctionArgs | ActionFunctionArgs) {
  setFinalHeaders(request, response.status, response.headers);
  response.headers.append("Vary", "Cookie");
  return response;
}

/** Logs what is a fault of ours. A wrong address or method is the visitor's business and fills no log. */
export function handleError(error: unknown, { request }: LoaderFunctionArgs | ActionFunctionArgs): void {
  if (request.signal.aborted) return;
  if (isRouteErrorResponse(error) && (error.status === 404 || error.status === 405)) return;
  console.error(error);
}

function setFinalHeaders(request: Request, status: number, headers: Headers): void {
  const hasColourMode = readColourMode(request) !== null;
  headers.set("Cache-Control", finalCacheControl(headers.get("Cache-Control"), status, hasColourMode));
  setSecurityHeaders(headers);
}
