export type ColourMode = "light" | "dark";

/**
 * The theme's colours, for the style sheet (each is a CSS variable of its name: `--ink-soft`) and for what no style sheet reaches:
 * the browser's own frame, preview images and downloads.
 */
export const COLOURS = {
  light: {
    up: "#0c6e40",
    down: "#bb1b30",
    card: "#ffffff",
    ground: "#f6f6f9",
    edge: "#d8d6e0",
    ink: "#1d1a2e",
    "ink-soft": "#5a576b",
    notice: "#fdeac3",
    "notice-ink": "#5a3c02",
    "chart-grid": "#dedce5",
    "chart-line": "#e4114d",
    // Compared coins. Any two can be told apart without red, green or blue, and each has a contrast of 4.5 to the card.
    "chart-line-1": "#e4114d",
    "chart-line-2": "#188083",
    "chart-line-3": "#9447d1",
    "chart-line-4": "#092e8f",
    "chart-line-5": "#3f0909",
  },
  dark: {
    up: "#51d694",
    down: "#fc7e8f",
    card: "#211e2f",
    ground: "#161320",
    edge: "#3b384d",
    ink: "#f0eef6",
    "ink-soft": "#b1aec2",
    notice: "#453411",
    "notice-ink": "#efdebe",
    "chart-grid": "#3c394c",
    "chart-line": "#ff5283",
    "chart-line-1": "#ff5288",
    "chart-line-2": "#2ca0c6",
    "chart-line-3": "#de9f01",
    "chart-line-4": "#52f286",
    "chart-line-5": "#e6e6fd",
  },
} as const;

/** Reads a colour mode from a cookie or a form field; anything else is null, which means: as the system prefers. */
export function parseColourMode(value: unknown): ColourMode | null {
  return value === "light" || value === "dark" ? value : null;
}

const COOKIE_NAME = "colour-mode";
const ONE_YEAR_SECONDS = 31_536_000;

/**
 * Reads the colour mode that the visitor chose, or null: then the system's preference decides. The cookie's value is the
 * plain word, so that a cache in front can tell the modes apart.
 * @param cookies the header `Cookie`
 */
export function readColourMode(cookies: string | null | undefined): ColourMode | null {
  const pairs = cookies?.split(";") ?? [];
  const pair = pairs.map((text) => text.trim()).find((text) => text.startsWith(`${COOKIE_NAME}=`));
  return parseColourMode(pair?.slice(COOKIE_NAME.length + 1));
}

/**
 * The `Set-Cookie` value that remembers a mode for a year. Scripts may read it: a page that comes back from the browser's
 * history has to look which mode holds now.
 */
export function serialiseColourMode(mode: ColourMode): string {
  return `${COOKIE_NAME}=${mode}; Path=/; Max-Age=${ONE_YEAR_SECONDS}; SameSite=Lax`;
}
