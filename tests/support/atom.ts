import { expect } from "vitest";

interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  text: string;
}

/** What RFC 4287 has in a feed and in an entry: least and most, of the elements that the site writes. */
const RULES: Readonly<Record<string, Readonly<Record<string, readonly [min: number, max: number]>>>> = {
  feed: {
    ...{ id: [1, 1], title: [1, 1], subtitle: [0, 1], updated: [1, 1] },
    ...{ author: [1, 9], link: [1, 9], entry: [0, 999] },
  },
  entry: { id: [1, 1], title: [1, 1], updated: [1, 1], link: [1, 9], content: [1, 1] },
  author: { name: [1, 1] },
};

const RFC_3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;
/** The next part of a document: the end of an element, its beginning, or text, which names no entity but by number. */
const PART =
  /(?:<\/(?<end>[a-z]+)>|<(?<name>[a-z]+)(?<attributes>(?: [a-z:]+="[^"<]*")*)(?<empty>\/?)>|(?<text>[^<]+))/y;
const DECLARATION = '<?xml version="1.0" encoding="utf-8"?>\n';
const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"' };

function decoded(text = ""): string {
  const signOf = (_: string, name: string) => ENTITIES[name.slice(0, -1)] ?? expect.fail(`&${name}`);
  return text.replace(/&(\w*;?)/g, signOf);
}

/** Parses a document, and fails the test if it is not well-formed. */
function parseXml(xml: string): Element {
  expect(xml).not.toMatch(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/u);
  expect(xml.startsWith(DECLARATION)).toBe(true);
  const root: Element = { name: "", attributes: {}, children: [], text: "" };
  const open = [root];
  for (let at = DECLARATION.length; at < xml.length; ) {
    PART.lastIndex = at;
    const part = PART.exec(xml);
    const inner = open.at(-1);
    if (part === null || inner === undefined)
      return expect.fail(`not well-formed: ${xml.slice(at, at + 80)}`);
    const { end, name, attributes = "", empty, text } = part.groups ?? {};
    if (end !== undefined && open.pop()?.name !== end) expect.fail(`${end} ends too early`);
    if (text !== undefined) inner.text += decoded(text);
    if (name !== undefined) {
      const found = [...attributes.matchAll(/([a-z:]+)="([^"]*)"/g)];
      const pairs = found.map(([, key, value]) => [key, decoded(value)]);
      const element = { name, attributes: Object.fromEntries(pairs), children: [], text: "" };
      inner.children.push(element);
      if (empty === "") open.push(element);
    }
    at += part[0].length;
  }
  expect(open).toEqual([root]);
  expect(root.children).toHaveLength(1);
  return root;
}

/** Reads a feed strictly: its entries, the newest first. Fails the test if it is no valid Atom 1.0. */
export function readAtom(xml: string) {
  const root = parseXml(xml);
  const [feed] = root.children;
  if (feed === undefined) return expect.fail("no feed");
  expect(feed).toMatchObject({ name: "feed", attributes: { xmlns: "http://www.w3.org/2005/Atom" } });
  check(feed);
  const all = (name: string) => feed.children.filter((child) => child.name === name);
  const entries = all("entry").map((entry) => {
    const textOf = (name: string) => entry.children.find((child) => child.name === name)?.text ?? "";
    const [id, title, updated, content] = ["id", "title", "updated", "content"].map(textOf);
    return { id, title, updated, content };
  });
  const ids = [all("id")[0]?.text, ...entries.map(({ id }) => id)];
  expect(new Set(ids).size).toBe(ids.length);
  const links = Object.fromEntries(all("link").map(({ attributes: { rel = "", href = "" } }) => [rel, href]));
  expect(links).toHaveProperty("self");
  const [title = "", updated = ""] = ["title", "updated"].map((name) => all(name)[0]?.text);
  return { title, updated, links, entries };
}

function check(element: Element): void {
  const rules = RULES[element.name];
  const names = element.children.map(({ name }) => name);
  for (const [name, [min, max]] of Object.entries(rules ?? {})) {
    const count = names.filter((each) => each === name).length;
    expect(count >= min && count <= max, `${count} of ${name} in ${element.name}`).toBe(true);
  }
  const others = names.filter((name) => rules?.[name] === undefined);
  expect(others, `in ${element.name}`).toEqual([]);
  if (rules !== undefined) expect(element.text.trim()).toBe("");
  if (element.name === "updated") {
    expect(element.text).toMatch(RFC_3339);
    expect(Number.isNaN(Date.parse(element.text))).toBe(false);
  }
  // Absolute, as it outlives the address of the feed.
  if (element.name === "id") expect(URL.canParse(element.text)).toBe(true);
  if (element.name === "link")
    expect(URL.canParse(element.attributes["href"] ?? "", "https://a.test")).toBe(true);
  if (element.name === "name" || element.name === "title") expect(element.text).not.toBe("");
  for (const child of element.children) check(child);
}
