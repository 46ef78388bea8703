import type { EncodedDocument } from "./encoded-document.server";

type Encoding = "br" | "gzip" | "identity";

/**
 * Answers with a document in the best encoding that the browser takes, or with 304 if it has it already.
 * @param headers Cache-Control and the like; those of the document are added
 */
export function documentResponse(
  request: Request,
  status: number,
  headers: Headers,
  document: EncodedDocument,
): Response {
  const encoding = chooseEncoding(request.headers.get("Accept-Encoding"), document.brotli !== null);
  const tag = encoding === "identity" ? `"${document.tag}"` : `"${document.tag}-${encoding}"`;
  headers.set("Vary", "Cookie, Accept-Encoding");
  headers.set("Content-Security-Policy", document.contentSecurityPolicy);
  if (status === 200) {
    headers.set("ETag", tag);
    // RFC 9110, 15.4.5: a 304 repeats the headers by which caches go, and has no body.
    if (matches(request.headers.get("If-None-Match"), document.tag))
      return new Response(null, { status: 304, headers });
  }
  const body = encoding === "br" ? (document.brotli ?? document.gzip) : document[encoding];
  if (encoding !== "identity") headers.set("Content-Encoding", encoding);
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Content-Length", String(body.byteLength));
  return new Response(body, { status, headers });
}

/** RFC 9110, 12.5.3: an encoding that is not named, or named with a weight of 0, is not taken. */
function chooseEncoding(accepted: string | null, hasBrotli: boolean): Encoding {
  const taken = (accepted ?? "")
    .toLowerCase()
    .split(",")
    .map((entry) => entry.split(";").map((part) => part.trim()))
    .filter(([, weight]) => !/^q=0(\.0*)?$/.test(weight ?? ""))
    .map(([name]) => name);
  if (hasBrotli && taken.includes("br")) return "br";
  return taken.includes("gzip") ? "gzip" : "identity";
}

/** RFC 9110, 13.1.2: weak comparison. The encodings of one document are the same document. */
function matches(condition: string | null, tag: string): boolean {
  if (condition === null) return false;
  if (condition.trim() === "*") return true;
  return condition
    .split(",")
    .map((entry) => /^(?:W\/)?"(.*?)(?:-br|-gzip)?"$/.exec(entry.trim())?.[1])
    .includes(tag);
}
