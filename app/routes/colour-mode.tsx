import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { parseReturnPath } from "~/domain/addresses/canonical-address";
import { parseColourMode, serialiseColourMode } from "~/domain/colour-mode";
import { appendCookie } from "~/services/responses/headers.server";

export function loader() {
  return redirect("/");
}

/**
 * Sets the cookie of the posted `mode` and redirects to `returnTo`, or else to the referring page: all unknown addresses share
 * one document, which cannot include its own. An unknown mode changes nothing.
 */
export async function action({ request }: ActionFunctionArgs) {
  const form = new URLSearchParams(await request.text());
  const mode = parseColourMode(form.get("mode"));
  const headers = new Headers({ "Cache-Control": "no-store" });
  if (mode !== null) appendCookie(headers, serialiseColourMode(mode));
  const returnTo = form.get("returnTo") || pathOf(request.headers.get("Referer"));
  return redirect(parseReturnPath(returnTo), { status: 303, headers });
}

function pathOf(referer: string | null): string | null {
  if (referer === null || !URL.canParse(referer)) return null;
  const { pathname, search } = new URL(referer);
  return `${pathname}${search}`;
}
