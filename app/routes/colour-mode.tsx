import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { parseColourMode } from "~/domain/colour-mode";
import { parseReturnPath } from "~/domain/page-address";
import { serialiseColourMode } from "~/services/colour-mode.server";

/** Leads back to the site: there is nothing to see here. */
export function loader() {
  return redirect("/");
}

/** Remembers the posted `mode` and goes back to `returnTo`. A mode that does not exist changes nothing. */
export async function action({ request }: ActionFunctionArgs) {
  const form = new URLSearchParams(await request.text());
  const mode = parseColourMode(form.get("mode"));
  const headers = new Headers({ "Cache-Control": "no-store" });
  if (mode !== null) headers.append("Set-Cookie", serialiseColourMode(mode));
  return redirect(parseReturnPath(form.get("returnTo")), { status: 303, headers });
}
