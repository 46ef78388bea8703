import type { Paragraph, TextPart } from "~/domain/market/coin-details";
import { readHttpUrl, removeUnsafeCharacters } from "./fields.server";

/** Characters of HTML that are read at all. */
const MAX_HTML_LENGTH = 20_000;

/** A description ends with the paragraph that reaches this length, in characters. */
const ENOUGH_LENGTH = 2000;

/** A paragraph that would make the description longer than this is cut. */
const MAX_LENGTH = 3000;

const MAX_LINKS = 20;

/** In characters; text with a longer address is text alone. */
const MAX_HREF_LENGTH = 300;

/** A comment, a tag with its name and attributes, text, or a bracket that begins neither. */
const TOKEN = /<!--.*?(?:-->|$)|<(\/?)([a-z][a-z0-9]*)([^<>]*)>|[^<]+|</gis;

/** Elements that stand on lines of their own. */
const BLOCK = /^(?:p|br|div|li|ul|ol|h[1-6]|tr|table|blockquote|section|article|pre|hr)$/i;

/**
 * Reads HTML that the service's visitors write as paragraphs of text with links: of all other elements the text stays, of
 * scripts and styles nothing. A line break ends a paragraph, because most texts have no other sign of it.
 */
export function readDescription(html: unknown): readonly Paragraph[] {
  if (typeof html !== "string") return [];
  const start = html.length > MAX_HTML_LENGTH ? html.slice(0, MAX_HTML_LENGTH).replace(/<[^<>]*$/, "") : html;
  const source = start.replace(/<(script|style)\b.*?(?:<\/\1\s*>|$)/gis, "");
  const paragraphs: TextPart[][] = [[]];
  let href: string | null = null;
  let length = 0;
  let links = 0;
  for (const [token, closing, tag, attributes = ""] of source.matchAll(TOKEN)) {
    if (length >= MAX_LENGTH) break;
    if (tag !== undefined) {
      if (/^a$/i.test(tag)) href = closing || links >= MAX_LINKS ? null : hrefIn(attributes);
      else if (BLOCK.test(tag)) paragraphs.push([]);
      continue;
    }
    if (token.startsWith("<!--")) continue;
    for (const [index, line] of token.split(/\r\n?|\n/).entries()) {
      if (index > 0) paragraphs.push([]);
      const whole = decode(line).replace(/\s+/g, " ");
      const isCut = whole.length > MAX_LENGTH - length;
      const text = removeUnsafeCharacters(whole.slice(0, MAX_LENGTH - length)) + (isCut ? "…" : "");
      if (text === "") continue;
      length += text.length;
      if (href !== null) links += 1;
      paragraphs.at(-1)?.push(href === null ? { text } : { text, href });
    }
  }
  return enough(paragraphs.map(trimmed).filter((parts) => parts.length > 0));
}

function hrefIn(attributes: string): string | null {
  const [, double, single, bare] = /\bhref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))/i.exec(attributes) ?? [];
  const href = readHttpUrl(decode(double ?? single ?? bare ?? "").trim());
  return href !== null && href.length <= MAX_HREF_LENGTH ? href : null;
}

/** Joins text without links, and removes the spaces around a paragraph. */
function trimmed(parts: readonly TextPart[]): Paragraph {
  const joined: TextPart[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (last !== undefined && last.href === part.href)
      joined[joined.length - 1] = { ...last, text: last.text + part.text };
    else joined.push(part);
  }
  return joined
    .map((part, index) => {
      const start = index === 0 ? part.text.trimStart() : part.text;
      return { ...part, text: index === joined.length - 1 ? start.trimEnd() : start };
    })
    .filter(({ text }) => text !== "");
}

/** Returns the paragraphs up to the one that makes the text long enough. */
function enough(paragraphs: readonly Paragraph[]): readonly Paragraph[] {
  let length = 0;
  const end = paragraphs.findIndex((parts) => {
    length += parts.reduce((sum, { text }) => sum + text.length, 0);
    return length >= ENOUGH_LENGTH;
  });
  return end === -1 ? paragraphs : paragraphs.slice(0, end + 1);
}

const ENTITIES: Readonly<Record<string, string>> = {
  ...{ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " ", ndash: "–", mdash: "—", hellip: "…" },
  ...{
    lsquo: "‘",
    rsquo: "’",
    ldquo: "“",
    rdquo: "”",
    bull: "•",
    middot: "·",
    copy: "©",
    reg: "®",
    trade: "™",
  },
};

/** Decodes numbered entities and the usual named ones; others stay as they are. */
function decode(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/gi, (entity, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES[String(name).toLowerCase()] ?? entity;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : "";
  });
}
