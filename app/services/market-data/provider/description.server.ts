import { Parser } from "htmlparser2";
import { removeUnsafeCharacters } from "~/domain/format/text";
import type { Paragraph, TextPart } from "~/domain/market/coin-details";
import { httpUrl } from "./fields.server";

/** Lengths in characters: of the HTML that is read, of a description that has enough paragraphs, of one that is cut, and of an address. */
const MAX = { html: 20_000, enough: 2000, text: 3000, links: 20, href: 300 } as const;

const BLOCK = /^(?:p|br|div|li|ul|ol|h[1-6]|tr|table|blockquote|section|article|pre|hr)$/;

/**
 * Reads HTML written by the service's users as paragraphs of text with links. Scripts and styles are removed; of other
 * elements the text stays. A line break ends a paragraph, because most texts have no other separator.
 */
export function readDescription(html: unknown): readonly Paragraph[] {
  const paragraphs: Paragraph[] = [];
  let [length, links] = [0, 0];
  for (const line of typeof html === "string" ? readLines(html.slice(0, MAX.html)) : []) {
    if (length >= MAX.enough) break;
    const parts: TextPart[] = [];
    for (const { text: written, href } of line) {
      if (length >= MAX.text) break;
      const whole = written.replace(/\s+/g, " ");
      const isCut = whole.length > MAX.text - length;
      const shown = removeUnsafeCharacters(whole.slice(0, MAX.text - length)) + (isCut ? "…" : "");
      const text = parts.length === 0 ? shown.trimStart() : shown;
      if (text === "") continue;
      parts.push(href !== null && text !== " " && ++links <= MAX.links ? { text, href } : { text });
      length += text.length;
    }
    if (parts.length > 0) paragraphs.push(parts);
  }
  return paragraphs;
}

/** Splits HTML into lines, and each line into parts with and without an address. */
function readLines(html: string) {
  const lines: { text: string; readonly href: string | null }[][] = [[]];
  let href: string | null = null;
  let isCode = false;
  function atTag(name: string, isStart: boolean, address?: string): void {
    if (name === "a") href = httpUrl(address, MAX.href);
    if (name === "script" || name === "style") isCode = isStart;
    if (BLOCK.test(name)) lines.push([]);
  }
  new Parser({
    onopentag: (name, attributes) => atTag(name, true, attributes.href),
    onclosetag: (name) => atTag(name, false),
    ontext(text) {
      for (const [index, line] of isCode ? [] : text.split(/[\r\n]/).entries()) {
        if (index > 0) lines.push([]);
        const last = lines.at(-1)?.at(-1);
        if (last?.href === href) last.text += line;
        else lines.at(-1)?.push({ text: line, href });
      }
    },
  }).end(html);
  return lines;
}
