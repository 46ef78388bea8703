import { Link } from "@remix-run/react";
import type { Way } from "~/domain/convert/describe-conversion";
import { convertHref } from "~/domain/pages";

/** Other conversions to choose from. */
export function Ways({ ways }: { readonly ways: readonly Way[] }) {
  return ways.map(({ text, query }) => (
    <Link key={text} to={convertHref(query)} preventScrollReset discover="none">
      {text}
    </Link>
  ));
}
