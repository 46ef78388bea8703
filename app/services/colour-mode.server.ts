import { type ColourMode, parseColourMode } from "~/domain/colour-mode";

const ONE_YEAR_SECONDS = 31_536_000;
const NAME = "colour-mode";

/**
 * Reads the colour mode that the visitor chose, or null: then the system's preference decides. The cookie's value is the
 * plain word, so that a cache in front can tell the modes apart.
 * @param cookies the header `Cookie`
 */
export function readColourMode(cookies: string | null | undefined): ColourMode | null {
  const pairs = cookies?.split(";") ?? [];
  const pair = pairs.map((text) => text.trim()).find((text) => text.startsWith(`${NAME}=`));
  return parseColourMode(pair?.slice(NAME.length + 1));
}

/**
 * The `Set-Cookie` value that remembers a mode for a year. Scripts may read it: a page that comes back from the browser's
 * history has to look which mode holds now.
 */
export function serialiseColourMode(mode: ColourMode): string {
  return `${NAME}=${mode}; Path=/; Max-Age=${ONE_YEAR_SECONDS}; SameSite=Lax`;
}
