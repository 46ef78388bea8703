import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import type axe from "axe-core";
import { expect } from "./site-test";

const AXE = readFileSync("node_modules/axe-core/axe.min.js", "utf8");

/** In pixels: a desktop, a phone. */
const WIDTHS = [1280, 360] as const;

/** Where only the width is checked: a small phone, a desktop at twice its size, and a tablet. */
const OTHER_WIDTHS = [320, 640, 768] as const;

/** It takes most of the time, and is checked by itself. */
const CONTRAST = "color-contrast";

/** The dark mode differs in colours only. */
const RULES: Record<"light" | "dark", axe.RunOptions> = {
  light: { rules: { [CONTRAST]: { enabled: false } } },
  dark: { runOnly: ["link-in-text-block"] },
};

/**
 * Asserts that a page has no accessibility problem and is no wider than the screen, on each screen and in both colour modes.
 * Resizes it, which is faster than loading it again.
 * @param excluded selector of elements that are not checked
 */
export async function expectAccessible(page: Page, excluded?: string): Promise<void> {
  await page.evaluate(AXE);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 720 });
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
  // Passes would be listed too, which takes as long as finding them.
  const resultTypes: axe.resultGroups[] = ["violations"];
  const runs = [RULES[colorScheme], { runOnly: [CONTRAST] }].map((rules) => ({ ...rules, resultTypes }));
  return page.evaluate(
    async ({ runs: [rules, contrast], excluded }) => {
      window.looks ??= new Map();
      const { looks } = window;
      const groundOf = (element: Element | null): string => {
        if (element === null) return "";
        const { backgroundColor, backgroundImage, opacity } = getComputedStyle(element);
        const own = `${backgroundColor} ${backgroundImage} ${opacity}`;
        return groundOf(element.parentElement) + own.replace(/^rgba\(0, 0, 0, 0\) none 1$/, "");
      };
      // Three of those that look alike are enough, on whichever screen and in whichever mode they are seen.
      const isRepeated = (element: Element) => {
        const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element);
        const look = [color, fontSize, fontWeight, textShadow, groundOf(element)].join();
        const times = looks.get(look) ?? 0;
        if (
          element.checkVisibility({ visibilityProperty: true }) &&
          element.getBoundingClientRect().width > 1
        )
          looks.set(look, times + 1);
        return times >= 3;
      };
      const texts = [...document.querySelectorAll("body *")].filter(
        ({ childElementCount, textContent }) => childElementCount === 0 && textContent?.trim(),
      );
      const results = [
        await window.axe.run({ exclude: [excluded] }, rules ?? {}),
        await window.axe.run({ exclude: [excluded, ...texts.filter(isRepeated)] }, contrast ?? {}),
      ];
      return results
        .flatMap(({ violations }) => violations)
        .map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
    },
    { runs, excluded },
  );
}

declare global {
  interface Window {
    axe: typeof axe;
    /** How many texts of each look were checked: of its colours, its size, and all that is behind it. */
    looks?: Map<string, number>;
  }
}
