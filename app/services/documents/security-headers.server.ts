import { createHash } from "node:crypto";
import { config } from "~/services/config.server";

const TWO_YEARS_SECONDS = 63_072_000;

const HEADERS: Readonly<Record<string, string>> = {
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
  "Cross-Origin-Opener-Policy": "same-origin",
  // Only where the operator has said that the site is reached by https.
  ...(config.isOriginHttps
    ? { "Strict-Transport-Security": `max-age=${TWO_YEARS_SECONDS}; includeSubDomains` }
    : {}),
};

/** Sets the headers of every document and every answer with data, whatever it shows. */
export function setSecurityHeaders(headers: Headers): void {
  for (const [name, value] of Object.entries(HEADERS)) headers.set(name, value);
}

const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g;
const INLINE_STYLE = /<style[^>]*>([\s\S]*?)<\/style>/g;

/**
 * Returns the Content Security Policy of one document: what the site itself sends, pictures from anywhere over https, and its
 * own inline scripts and styles, named by the SHA-256 of their text. A nonce would be worthless in a document that caches hand
 * to everyone.
 */
export function contentSecurityPolicy(html: string): string {
  return [
    "default-src 'none'",
    `script-src 'self' ${hashesOf(html, INLINE_SCRIPT)}`.trim(),
    `style-src 'self' ${hashesOf(html, INLINE_STYLE)}`.trim(),
    "img-src 'self' data: https:",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

function hashesOf(html: string, pattern: RegExp): string {
  const hashes = [...html.matchAll(pattern)].map(([, text = ""]) =>
    createHash("sha256").update(text).digest("base64"),
  );
  return [...new Set(hashes)].map((hash) => `'sha256-${hash}'`).join(" ");
}
