import { config } from "~/services/config.server";

const TWO_YEARS_SECONDS = 63_072_000;

const HEADERS: Readonly<Record<string, string>> = {
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
  "Cross-Origin-Opener-Policy": "same-origin",
  // Browsers are told to insist on https only where the operator has said that there is https.
  ...(config.isOriginHttps
    ? { "Strict-Transport-Security": `max-age=${TWO_YEARS_SECONDS}; includeSubDomains` }
    : {}),
};

/** Sets the headers of every document and every answer with data, whatever it shows. */
export function setSecurityHeaders(headers: Headers): void {
  for (const [name, value] of Object.entries(HEADERS)) headers.set(name, value);
}
