import { PAGES } from "~/domain/addresses/page-addresses";
import type { DataAge } from "~/domain/refresh-schedule";
import type { AgedModel } from "~/services/page-models/aged-model.server";
import { type CacheHeaders, publicCacheHeaders } from "~/services/responses/headers.server";
import { failureInit, plainFailure, publicResponse } from "~/services/responses/responses.server";

export interface MadeFile {
  readonly body: string;
  readonly type: string;
  /** Download file name, in any script. */
  readonly name: string;
  readonly isSaved: boolean;
  /** By default those of its page. */
  readonly cacheHeaders?: CacheHeaders;
}

/** Other sites may read and embed these files, but nothing else from this site. */
export const FOR_EVERYONE = {
  "Access-Control-Allow-Origin": "*",
  // Others that a program needs can be read without being named.
  "Access-Control-Expose-Headers": "Content-Disposition, ETag, Retry-After",
  "Cross-Origin-Resource-Policy": "cross-origin",
} as const;

/**
 * Answers with a file made of a page's data, as fresh as the page. Without data: the page's status and a sentence.
 */
export async function fileResponse<Model extends DataAge>(
  promised: Promise<AgedModel<Model>>,
  make: (model: Model) => MadeFile,
): Promise<Response> {
  let aged: AgedModel<Model>;
  try {
    aged = await promised;
  } catch (error) {
    const { status, headers } = failureInit(error);
    for (const [name, value] of Object.entries(FOR_EVERYONE)) headers.set(name, value);
    return plainCoinFailure(status, headers);
  }
  const { body, type, name, isSaved, cacheHeaders } = make(aged.model);
  return publicResponse(body, type, {
    ...FOR_EVERYONE,
    ...(cacheHeaders ?? publicCacheHeaders(aged.freshForMs, aged.model.isOutOfDate)),
    "Content-Disposition": contentDisposition(name, isSaved),
    // A search finds its page.
    ...(isSaved && { "X-Robots-Tag": "noindex" }),
    // If the file is opened as a document, nothing in it may run or load.
    "Content-Security-Policy": "default-src 'none'",
  });
}

/** Answers with the reason for the missing file, and the status and headers of the failure. */
export function plainCoinFailure(status: number, headers: Headers): Response {
  const sentence = status === 404 ? "There is no such coin." : `${PAGES.coin.failure.message}.`;
  return plainFailure(sentence, { status, headers });
}

/** Refuses a file whose address cannot be read, with a sentence; or one that has to wait, by another status. */
export function refusedFile(sentence: string, status = 400, headers = {}): Response {
  return plainFailure(sentence, { status, headers: new Headers({ ...FOR_EVERYONE, ...headers }) });
}

/** RFC 6266: in ASCII for all clients, and unchanged for those that support more. */
function contentDisposition(name: string, isSaved: boolean): string {
  const ascii = name.replace(/[^\w.-]+/g, "-");
  const exact = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  const way = isSaved ? "attachment" : "inline";
  return `${way}; filename="${ascii}"${ascii === name ? "" : `; filename*=UTF-8''${exact}`}`;
}
