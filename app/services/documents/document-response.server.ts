import type { EncodedDocument } from "./encoded-document.server";

interface Choice {
  readonly encoding: "br" | "gzip" | "identity";
  readonly body: EncodedDocument["identity"];
}

/**
 * Answers with a document in the best encoding that the browser takes, or with 304 if it has it already. A visitor gets
 * what is there at once. A cache gets the best and waits for it if need be, since many will get what it gets.
 * @param headers Cache-Control and the like; those of the document are added
 */
export async function documentResponse(
  request: Request,
  status: number,
  headers: Headers,
  document: EncodedDocument,
): Promise<Response> {
  const { encoding, body } = await chooseEncoding(request.headers, document);
  const tag = encoding === "identity" ? `"${document.tag}"` : `"${document.tag}-${encoding}"`;
  headers.set("Vary", "Cookie, Accept-Encoding");
  headers.set("Content-Security-Policy", document.contentSecurityPolicy);
  if (status === 200) {
    headers.set("ETag", tag);
    // RFC 9110, 15.4.5: a 304 repeats the headers by which caches go, and has no body.
    if (matches(request.headers.get("If-None-Match"), document.tag))
      return new Response(null, { status: 304, headers });
  }
  if (encoding !== "identity") headers.set("Content-Encoding", encoding);
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Content-Length", String(body.byteLength));
  return new Response(body, { status, headers });
}

async function chooseEncoding(requested: Headers, document: EncodedDocument): Promise<Choice> {
  const taken = takenEncodings(requested.get("Accept-Encoding") ?? "");
  if (taken.includes("br")) {
    // RFC 9110, 7.6.3: whatever stands between browser and site names itself in Via.
    const brotli = requested.has("Via") ? await document.finalBrotli : document.brotli;
    if (brotli !== null) return { encoding: "br", body: brotli };
  }
  const encoding = taken.includes("gzip") ? "gzip" : "identity";
  return { encoding, body: document[encoding] };
}

/** RFC 9110, 12.5.3: an encoding that is not named, or named with a weight of 0, is not taken. */
function takenEncodings(accepted: string): string[] {
  return accepted
    .toLowerCase()
    .split(",")
    .map((entry) => entry.split(";").map((part) => part.trim()))
    .filter(([, weight]) => !/^q=0(\.0*)?$/.test(weight ?? ""))
    .map(([name = ""]) => name);
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
