import { Parser } from "htmlparser2";
import { removeUnsafeCharacters } from "~/domain/format/text";
import type { Paragraph, TextPart } from "~/domain/market/coin-details";
import { httpUrl } from "./fields.server";

/** Lengths in characters: of the HTML that is read, of a description that has enough paragraphs, of one that is cut, and of an address. */
const MAX = { html: 20_000, enough: 2000, text: 3000, links: 20, href: 300 } as const;

/** The same of a notice, which stands above the figures of a page; and how many there are, and paragraphs of all of them. */
const MAX_OF_NOTICE = { ...MAX, enough: 700, text: 1000 } as const;
const [MAX_NOTICES, MAX_PARAGRAPHS] = [5, 8];

/** Reads what the service itself says of a coin or an exchange, as descriptions; what are no texts are none. */
export function readNotices(...values: readonly unknown[]): readonly Paragraph[] {
  const texts = [...new Set(values.flat())].filter((value) => typeof value === "string" && value.trim());
  return texts
    .slice(0, MAX_NOTICES)
    .flatMap((html) => readDescription(html, MAX_OF_NOTICE))
    .slice(0, MAX_PARAGRAPHS);
}

const BLOCK = /^(?:p|br|div|li|ul|ol|h[1-6]|tr|table|blockquote|section|article|pre|hr)$/;

/**
 * Reads HTML written by the service's users as paragraphs of text with links. Scripts and styles are removed; of other
 * elements the text stays. A line break ends a paragraph, because most texts have no other separator.
 */
export function readDescription(
  html: unknown,
  max: Readonly<Record<keyof typeof MAX, number>> = MAX,
): readonly Paragraph[] {
  const paragraphs: Paragraph[] = [];
  let [length, links] = [0, 0];
  for (const line of typeof html === "string" ? readLines(html.slice(0, max.html)) : []) {
    if (length >= max.enough) break;
    const parts: TextPart[] = [];
    for (const { text: written, href } of line) {
      if (length >= max.text) break;
      const whole = written.replace(/\s+/g, " ");
      const isCut = whole.length > max.text - length;
      const shown = removeUnsafeCharacters(whole.slice(0, max.text - length)) + (isCut ? "…" : "");
      const text = parts.length === 0 ? shown.trimStart() : shown;
      if (text === "") continue;
      parts.push(href !== null && text !== " " && ++links <= max.links ? { text, href } : { text });
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
