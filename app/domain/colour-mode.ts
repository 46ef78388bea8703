export type ColourMode = "light" | "dark";

/** Reads a colour mode from a cookie or a form field; anything else is null, which means: as the system prefers. */
export function parseColourMode(value: unknown): ColourMode | null {
  return value === "light" || value === "dark" ? value : null;
}
