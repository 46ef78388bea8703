import { createHash } from "node:crypto";
import type { FeedEntry } from "~/domain/feed/feed-entries";
import { SAMPLE_NOTICE, SITE_NAME } from "~/domain/page-meta";
import { config } from "~/services/config.server";
import { isSampleMarket } from "~/services/market-data/configured.server";
import { xmlText } from "~/services/responses/responses.server";
import type { MadeFile } from "./file-response.server";

export interface Feed {
  readonly title: string;
  /** Path of the page that it belongs to, and its own. */
  readonly href: string;
  readonly self: string;
  /** The newest first. */
  readonly entries: readonly FeedEntry[];
  /** Milliseconds since the epoch at which today began, for a feed without entries. */
  readonly today: number;
}

/** Fresh for a quarter of an hour, everywhere. Anyone can make up any number of feeds, so searches list none. */
const CACHE_HEADERS = {
  "Cache-Control": "public, max-age=900",
  "X-Accel-Expires": "900",
  "X-Robots-Tag": "noindex",
} as const;

/** Writes a feed as Atom 1.0 (RFC 4287). The same entries make the same file, whoever asks, and when. */
export function atomFeed({ title, href, self, entries, today }: Feed): MadeFile {
  const { credit } = config.marketData;
  const notice = isSampleMarket ? SAMPLE_NOTICE : (credit?.text ?? null);
  const body = [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">',
    ...[element("id", uuidOf(["feed", self])), element("title", title)],
    ...(notice === null ? [] : [element("subtitle", notice)]),
    element("updated", isoTime(entries[0]?.time ?? today)),
    ...[link("self", self, "application/atom+xml"), link("alternate", href, "text/html")],
    `<author>${element("name", SITE_NAME)}</author>`,
    ...entries.map(({ key, time, ...entry }) =>
      [
        "<entry>",
        ...[element("id", uuidOf(key)), element("title", entry.title), element("updated", isoTime(time))],
        link("alternate", entry.href, "text/html"),
        `<content type="text">${xmlText(isSampleMarket ? `${entry.text} ${SAMPLE_NOTICE}.` : entry.text)}</content>`,
        "</entry>",
      ].join("\n"),
    ),
    "</feed>\n",
  ].join("\n");
  return {
    body,
    type: "application/atom+xml; charset=utf-8",
    name: "feed.atom",
    isSaved: false,
    cacheHeaders: CACHE_HEADERS,
  };
}

function element(name: string, text: string): string {
  return `<${name}>${xmlText(text)}</${name}>`;
}

/** Without a public address of the site, readers complete the path with that of the feed. */
function link(rel: string, path: string, type: string): string {
  return `<link rel="${rel}" type="${type}" href="${xmlText((config.siteUrl ?? "") + path)}"/>`;
}

function isoTime(time: number): string {
  return new Date(time).toISOString();
}

/** A UUID of the eighth version (RFC 9562): the same for the same key, on every site, so that a move makes nothing new. */
function uuidOf(key: readonly (string | number)[]): string {
  const hash = createHash("sha256")
    .update(JSON.stringify([SITE_NAME, isSampleMarket, ...key]))
    .digest("hex");
  const groups = [hash.slice(0, 8), hash.slice(8, 12), `8${hash.slice(13, 16)}`, `a${hash.slice(17, 20)}`];
  return `urn:uuid:${groups.join("-")}-${hash.slice(20, 32)}`;
}
