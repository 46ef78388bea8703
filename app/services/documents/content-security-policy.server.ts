import { createHash } from "node:crypto";

const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g;
const INLINE_STYLE = /<style[^>]*>([\s\S]*?)<\/style>/g;

/**
 * The policy of one document: nothing but what the site itself sends, pictures from anywhere over https, and exactly
 * those inline scripts and styles that stand in it, named by the SHA-256 of their text. A nonce would be worthless in a document
 * that caches hand to everyone.
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
  const hashes = [...html.matchAll(pattern)].map(([, text = ""]) => `'sha256-${sha256(text)}'`);
  return [...new Set(hashes)].join(" ");
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("base64");
}
