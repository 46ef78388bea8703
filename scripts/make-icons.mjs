// Draws the icons of the web manifest and of iOS from app/images/favicon.svg: `node scripts/make-icons.mjs`. Run it when that
// drawing changes, and commit what it writes.
import { copyFile, mkdir, readFile } from "node:fs/promises";
import { chromium } from "@playwright/test";
import { findChromium, LAUNCH_OPTIONS } from "./find-browsers.mjs";

const DRAWING = "app/images/favicon.svg";

// iOS rounds corners itself, and maskable icons are cut to any shape, so both are filled to the edge.
const ICONS = /** @type {const} */ ([
  { path: "public/icons/icon-192.png", size: 192, isFilled: false },
  { path: "public/icons/icon-512.png", size: 512, isFilled: false },
  { path: "public/icons/icon-512-maskable.png", size: 512, isFilled: true },
  { path: "public/apple-touch-icon.png", size: 180, isFilled: true },
]);

await mkdir("public/icons", { recursive: true });
await copyFile(DRAWING, "public/icons/icon.svg");
const drawing = await readFile(DRAWING, "utf8");
const browser = await chromium.launch({ ...LAUNCH_OPTIONS, executablePath: findChromium() ?? "" });
for (const { path, size, isFilled } of ICONS) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  const svg = isFilled
    ? drawing.replace(/rx="\d+"/, "").replace("<path ", '<path transform="translate(3.2 3.2) scale(.8)" ')
    : drawing;
  await page.setContent(`<style>body{margin:0}svg{display:block;width:100vw;height:100vh}</style>${svg}`);
  await page.screenshot({ path, omitBackground: true });
  await page.close();
}
await browser.close();
