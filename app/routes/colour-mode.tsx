import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { parseColourMode, serialiseColourMode } from "~/domain/colour-mode";
import { parseReturnPath } from "~/domain/page-address";

/** There is no page here. */
export function loader() {
  return redirect("/");
}

/** Sets the cookie of the posted `mode` and redirects to `returnTo`. An unknown mode changes nothing. */
export async function action({ request }: ActionFunctionArgs) {
  const form = new URLSearchParams(await request.text());
  const mode = parseColourMode(form.get("mode"));
  const headers = new Headers({ "Cache-Control": "no-store" });
  if (mode !== null) headers.append("Set-Cookie", serialiseColourMode(mode));
  return redirect(parseReturnPath(form.get("returnTo")), { status: 303, headers });
}
