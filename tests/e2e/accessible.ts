import type { Page } from "@playwright/test";
import axe from "axe-core";
import { expect } from "./site-test";

/** In pixels: a phone, a desktop. */
const WIDTHS = [360, 1280] as const;

/** Where only the width is checked: a small phone, a desktop at twice its size, and a tablet. */
const OTHER_WIDTHS = [320, 640, 768] as const;

/** The dark mode differs in colours only. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

/**
 * Asserts that a page has no accessibility problem and is no wider than the screen, on each screen and in both colour modes.
 * Resizes it, which is faster than loading it again.
 * @param excluded selector of elements that are not checked
 */
export async function expectAccessible(page: Page, excluded?: string): Promise<void> {
  await page.evaluate(axe.source);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    for (const colorScheme of ["light", "dark"] as const) {
      // Without motion, no colour is on its way to that of the other mode.
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      const broken = await problems(page, colorScheme, excluded);
      expect(broken, `${width} px wide, ${colorScheme}`).toEqual([]);
    }
    expect(await widthOf(page)).toBe(width);
  }
  for (const width of OTHER_WIDTHS) {
    await page.setViewportSize({ width, height: 480 });
    expect(await widthOf(page)).toBe(width);
  }
}

function widthOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth);
}

/** The broken rules, each with the elements that break it. */
function problems(page: Page, colorScheme: "light" | "dark", excluded = "no-such-element") {
  const options: axe.RunOptions = {
    // Passes would be listed too, which takes as long as finding them.
    resultTypes: ["violations"],
    ...(colorScheme === "dark" && { runOnly: COLOUR_RULES }),
  };
  return page.evaluate(
    async ({ options, exclude }) => {
      const { violations } = await window.axe.run({ exclude: [exclude] }, options);
      return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
    },
    { options, exclude: excluded },
  );
}

declare global {
  interface Window {
    /** Once `axe.source` has run. */
    axe: typeof axe;
  }
}
