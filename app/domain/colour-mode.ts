import { cookieValue, ONE_YEAR_SECONDS, setCookie } from "./cookies";

export type ColourMode = "light" | "dark";

/** Colours of cards and of the browser's frame. Separate, because scripts need no other colours of the theme. */
export const CARD_COLOURS = { light: "#ffffff", dark: "#1a1926" } as const;

/**
 * The theme's colours, for the style sheet (each is a CSS variable of its name: `--ink-soft`) and for places without one: the
 * browser's frame, preview images and downloads.
 */
export const COLOURS = {
  light: {
    // Links, focus and selection; and the background of something selected or marked.
    accent: "#4f46e5",
    "accent-soft": "#eceafd",
    // Direction of a price only.
    up: "#0b7546",
    down: "#c0262d",
    card: CARD_COLOURS.light,
    ground: "#f5f6fa",
    // Background of option groups and bars, and of the selected option.
    track: "#e9eaf2",
    chosen: "#ffffff",
    // A hairline, such as a chart's grid, and a border with a contrast of 3 to the card, for fields.
    edge: "#e2e4ee",
    "control-edge": "#7d819b",
    ink: "#171a2b",
    "ink-soft": "#5a5f76",
    notice: "#f8ead0",
    "notice-ink": "#5c3d05",
    // Lines of charts: the first of a single coin, all of compared ones. Any two can be told apart without red, green or blue, and
    // each has a contrast of 4.5 to the card.
    "chart-line-1": "#e11d62",
    "chart-line-2": "#188083",
    "chart-line-3": "#9447d1",
    "chart-line-4": "#092e8f",
    "chart-line-5": "#3f0909",
    // Fields of the market map, which differ without red and green, too; letters have a contrast of 4.5 to theirs.
    "fall-3": "#a8330b",
    "fall-2": "#e58a4f",
    "fall-1": "#f7d5bd",
    flat: "#e1e3ec",
    "rise-1": "#c3dbf5",
    "rise-2": "#69a7e3",
    "rise-3": "#0d4f96",
  },
  dark: {
    accent: "#a5a0ff",
    "accent-soft": "#2a2750",
    up: "#35c98a",
    down: "#ff7a7f",
    card: CARD_COLOURS.dark,
    ground: "#0f0e17",
    track: "#262538",
    chosen: "#39355f",
    edge: "#2b2a3c",
    "control-edge": "#74779a",
    ink: "#f1f1f8",
    "ink-soft": "#a9abc3",
    notice: "#42351a",
    "notice-ink": "#f1dfb8",
    "chart-line-1": "#ff5d8f",
    "chart-line-2": "#2ca0c6",
    "chart-line-3": "#de9f01",
    "chart-line-4": "#52f286",
    "chart-line-5": "#e6e6fd",
    "fall-3": "#ff9d5e",
    "fall-2": "#a34a17",
    "fall-1": "#55301d",
    flat: "#33324a",
    "rise-1": "#1f3d63",
    "rise-2": "#2a66a8",
    "rise-3": "#84bdf8",
  },
} as const;

export function parseColourMode(value: unknown): ColourMode | null {
  return value === "light" || value === "dark" ? value : null;
}

/**
 * Reads the colour mode that the visitor chose; null: the system's preference decides. The cookie's value is the plain
 * word, so that a cache in front can distinguish the modes.
 * @param cookies the header `Cookie`
 */
export function readColourMode(cookies: string | null | undefined): ColourMode | null {
  return parseColourMode(cookieValue(cookies, "colour-mode"));
}

/**
 * The `Set-Cookie` value that remembers a mode for a year. Scripts may read it: a page restored from the browser's
 * history has to check the current mode.
 */
export function serialiseColourMode(mode: ColourMode): string {
  return setCookie("colour-mode", mode, ONE_YEAR_SECONDS);
}
