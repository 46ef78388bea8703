// Draws the icons of the web manifest, of iOS, and for whoever asks for /favicon.ico, from app/images/favicon.svg:
// `node scripts/make-icons.mjs`. Run it when that drawing changes, and commit what it writes.
import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { chromium } from "@playwright/test";
import { findChromium, LAUNCH_OPTIONS } from "./find-browsers.mjs";

const DRAWING = "app/images/favicon.svg";

// iOS rounds corners itself, and maskable icons are cut to any shape, so both are filled to the edge.
const ICONS = /** @type {const} */ ([
  { path: "public/icons/icon-192.png", size: 192, isFilled: false },
  { path: "public/icons/icon-512.png", size: 512, isFilled: false },
  { path: "public/icons/icon-512-maskable.png", size: 512, isFilled: true },
  { path: "public/apple-touch-icon.png", size: 180, isFilled: true },
  { path: "public/favicon.ico", size: 48, isFilled: false },
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
  const png = await page.screenshot({ omitBackground: true });
  await writeFile(path, path.endsWith(".ico") ? Buffer.concat([icoHeader(png, size), png]) : png);
  await page.close();
}
await browser.close();

/**
 * What turns a PNG into an .ico file: a directory of one picture, of 32 bits a pixel, that begins after these 22 bytes
 * (https://en.wikipedia.org/wiki/ICO_(file_format)).
 * @param {Buffer} png
 * @param {number} size in pixels
 */
function icoHeader(png, size) {
  const header = Buffer.from([0, 0, 1, 0, 1, 0, size, size, 0, 0, 1, 0, 32, 0, 0, 0, 0, 0, 22, 0, 0, 0]);
  header.writeUInt32LE(png.byteLength, 14);
  return header;
}
