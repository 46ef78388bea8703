export type ColourMode = "light" | "dark";

/** The header's colour in each mode, for the browser's own frame; the stylesheet's `--card`. */
export const FRAME_COLOURS: Readonly<Record<ColourMode, string>> = { light: "#ffffff", dark: "#211e2f" };

/** Reads a colour mode from a cookie or a form field; anything else is null, which means: as the system prefers. */
export function parseColourMode(value: unknown): ColourMode | null {
  return value === "light" || value === "dark" ? value : null;
}
