import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect } from "./site-test";

/** In pixels: a phone, a tablet, a desktop. */
const WIDTHS = [360, 768, 1280] as const;

/** The dark mode differs in colours only, and not on a tablet. */
const DARK_WIDTHS: readonly number[] = [360, 1280];
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

/**
 * Asserts that a page has no accessibility problem and is no wider than the screen, on each screen and in both colour modes.
 * Resizes it, which is faster than loading it again.
 * @param excluded selector of elements that are not checked
 */
export async function expectAccessible(page: Page, excluded?: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    for (const colorScheme of ["light", "dark"] as const) {
      if (colorScheme === "dark" && !DARK_WIDTHS.includes(width)) continue;
      // Without motion, no colour is on its way to that of the other mode.
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      // No page has a frame, which legacy mode would leave out.
      const axe = new AxeBuilder({ page }).setLegacyMode();
      if (colorScheme === "dark") axe.withRules(COLOUR_RULES);
      if (excluded !== undefined) axe.exclude(excluded);
      const { violations } = await axe.analyze();
      const found = violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
      expect([width, colorScheme, found]).toEqual([width, colorScheme, []]);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
}
