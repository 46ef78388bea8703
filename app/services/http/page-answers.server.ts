import type { IncomingMessage, ServerResponse } from "node:http";
import type { ColourMode } from "~/domain/colour-mode";
import { isFileAddress } from "~/domain/files";
import type { Clock } from "../clock.server";
import { readColourMode } from "../colour-mode.server";
import { sendAnswer } from "./answer.server";
import { acceptedEncodings, type EncodedBody } from "./encodings.server";
import type { PageBody } from "./page-body.server";
import { isKept, type KeptPage } from "./page-store.server";
import { type CacheStatus, createPages, type RenderPage } from "./pages.server";

/** Cache-Control for a visitor's own browser, of a page in a colour mode of its own. */
const PRIVATE = "private, max-age=0, must-revalidate";

/**
 * Answers requests for pages from memory as far as they are kept.
 *
 * A page in a colour mode is kept like any other, one for each mode, but told to be private: other caches cannot tell the
 * modes apart. A visitor gets the encoding that is there at once; a cache (which names itself in `Via`, RFC 9110, 7.6.3)
 * waits for brotli, since many will get what it gets.
 */
export function createPageAnswers(render: RenderPage, clock: Clock) {
  const findPage = createPages(render, clock);

  /** Answers a GET or HEAD for a canonical target. @param onStatus told how, before the answer is sent */
  return async function answerPage(
    request: IncomingMessage,
    response: ServerResponse,
    target: string,
    onStatus: (status: CacheStatus) => void,
  ): Promise<void> {
    const mode = isFileAddress(target) ? null : readColourMode(request.headers.cookie);
    const isForCache = request.headers.via !== undefined;
    const found = await findPage(target, mode, response);
    onStatus(found.status);
    const { page } = found;
    if (isForCache) await page.body.compressed;
    const body = await encodedBody(request, page.body);
    const headers = { ...page.headers, "x-cache-status": found.status };
    if (!isKept(page)) {
      return sendAnswer(request, response, { status: page.status, headers, body, tag: null });
    }
    const ageMs = clock.monotonic() - page.madeAt;
    sendAnswer(request, response, {
      status: page.status,
      headers: { ...headers, ...cacheHeaders(page, mode, ageMs, isForCache) },
      body,
      tag: page.body.tag,
    });
  };
}

function cacheHeaders(
  { lifetime }: KeptPage,
  mode: ColourMode | null,
  ageMs: number,
  isForCache: boolean,
): Record<string, string> {
  const age = String(Math.floor(ageMs / 1000));
  if (mode !== null) return { age, "cache-control": PRIVATE };
  if (!isForCache) return { age };
  // nginx does not subtract Age; it takes this in place of s-maxage, and keeps it to itself.
  return { age, "x-accel-expires": String(Math.max(0, Math.ceil((lifetime.freshMs - ageMs) / 1000))) };
}

/** Takes brotli and gzip as they are; whoever takes neither costs an unpacking. */
async function encodedBody(request: IncomingMessage, body: PageBody): Promise<EncodedBody> {
  const { gzip, brotli } = body;
  const packed: EncodedBody = {
    ...(gzip === null ? {} : { gzip }),
    ...(brotli === null ? {} : { br: brotli }),
  };
  const accepted = acceptedEncodings(String(request.headers["accept-encoding"] ?? ""));
  return accepted.some((encoding) => packed[encoding] !== undefined)
    ? packed
    : { identity: await body.identity() };
}
