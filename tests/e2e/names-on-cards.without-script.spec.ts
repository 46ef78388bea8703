import { test } from "./odd-market";
import { expect } from "./site-test";

test("a name or symbol that is cut off is in full in its title, on any screen", async ({ page }) => {
  await page.goto("/coins?currency=usd");
  for (const width of [320, 360, 600, 800, 1112, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const cut = await page
      .locator(".card-name, .card-symbol")
      .evaluateAll((elements) =>
        elements
          .filter((each) => each.scrollWidth > each.clientWidth || each.scrollHeight > each.clientHeight)
          .map((each) => [each.textContent, each.getAttribute("title")]),
      );
    expect(cut.length, `${width} px`).toBeGreaterThan(0);
    for (const [text, title] of cut) expect(title, `${width} px`).toBe(text);
  }
  // On a phone, usual ones are not cut off.
  await page.setViewportSize({ width: 360, height: 740 });
  for (const text of ["Bitcoin Cash", "morpho", "wwww"]) {
    const element = page.locator(".card-name, .card-symbol").getByText(text, { exact: true });
    await expect(element).toBeVisible();
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = await element.evaluate((each) => ({
      scrollWidth: each.scrollWidth,
      clientWidth: each.clientWidth,
      scrollHeight: each.scrollHeight,
      clientHeight: each.clientHeight,
    }));
    expect(scrollWidth, text).toBeLessThanOrEqual(clientWidth);
    expect(scrollHeight, text).toBeLessThanOrEqual(clientHeight);
  }
});

test("the letters of a monogram stay inside its disc, however wide they are", async ({ page }) => {
  await page.goto("/coins?currency=usd");
  const reaches = await page.locator(".monogram text").evaluateAll((texts) =>
    texts.map((text) => {
      if (!(text instanceof SVGTextElement)) throw new Error("The letters are no text of a drawing.");
      const { x, width } = text.getBBox();
      // Capitals extend about a third of the font size above and below the middle.
      const half = Number.parseFloat(getComputedStyle(text).fontSize) / 3;
      return [text.textContent, Math.hypot(Math.max(16 - x, x + width - 16), half)] as const;
    }),
  );
  expect(reaches.map(([letters]) => letters)).toEqual(
    expect.arrayContaining(["WWWW", "MMMM", "IIII", "零一二三"]),
  );
  for (const [letters, reach] of reaches) expect(reach, letters ?? "").toBeLessThan(15.5);
  // A symbol without letters gives way to the name.
  for (const [name, letters] of [
    ["Dollars Only", "DOLL"],
    ["Nameless", "NAME"],
  ] as const)
    await expect(page.getByRole("link", { name }).locator(".monogram")).toHaveText(letters);
});
