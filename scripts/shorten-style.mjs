/**
 * Makes the style sheet smaller, of which every page carries a part: variables that are constant are written where they are read, and all
 * others that no script reads get short names.
 * @param {(name: string) => boolean} isReadByScripts
 * @returns {import("postcss").Plugin}
 */
export function shortenStyle(isReadByScripts) {
  return {
    postcssPlugin: "shorten-style",
    OnceExit(css) {
      dropUnused(css);
      while (inlineConstants(css, isReadByScripts));
      shortenNames(css, isReadByScripts);
    },
  };
}

/** Prefixes and properties of browsers that are too old for the site's scripts. */
const OLD_PREFIXES = /^-(?:ms|moz)-|^-webkit-(?:overflow-scrolling|touch-callout)$/;

/** Selectors for what no page has: fieldsets and radios that are disabled. */
const UNUSED_SELECTORS = /fieldset\[disabled\]|\[disabled\]\.radio|\.radio input\[disabled\]/;

/** @param {import("postcss").Root} css */
function dropUnused(css) {
  // Has no meaning in a page, whose encoding is its own.
  css.walkAtRules("charset", (rule) => void rule.remove());
  // README.md has the licences.
  css.walkComments((comment) => void comment.remove());
  // The minifier leaves the values of variables as they are.
  css.walkDecls(/^--/, (declaration) => {
    declaration.raws.between = ":";
    declaration.value = declaration.value.trim().replace(/,\s+/g, ",");
  });
  css.walkDecls(OLD_PREFIXES, (declaration) => void declaration.remove());
  css.walkRules(UNUSED_SELECTORS, (rule) => {
    rule.selectors = rule.selectors.filter((selector) => !UNUSED_SELECTORS.test(selector));
    if (rule.selector === "") rule.remove();
  });
}

/** Selectors of what holds for the whole document. */
const WHOLE_DOCUMENT = /^(?::root|\[data-theme(?:=\w+)?\])$/;

/**
 * Inlines variables that are declared once, outside of any condition, and read only by rules of the same elements and those
 * within. Others may be read in the value if the whole document has one value of them.
 * @param {import("postcss").Root} css
 * @param {(name: string) => boolean} isReadByScripts
 * @returns {boolean} whether there were any
 */
function inlineConstants(css, isReadByScripts) {
  /** @type {Map<string, import("postcss").Declaration[]>} */
  const declared = new Map();
  css.walkDecls(/^--/, (each) => void declared.set(each.prop, [...(declared.get(each.prop) ?? []), each]));
  /** @type {Map<string, string[]>} */
  const readers = new Map();
  css.walkDecls((each) => {
    for (const name of readNames(each))
      readers.set(name, [...(readers.get(name) ?? []), ...selectorsOf(each)]);
  });
  /** @type {Map<string, string>} */
  const constants = new Map();
  for (const [name, [declaration, ...others]] of declared) {
    if (declaration === undefined || others.length > 0 || isReadByScripts(name)) continue;
    if (declaration.parent?.parent !== css) continue;
    const owners = selectorsOf(declaration);
    const isWhole = owners.every((owner) => WHOLE_DOCUMENT.test(owner));
    const isOwn = (/** @type {string} */ reader) => owners.some((owner) => reader.startsWith(owner));
    if (!isWhole && !readers.get(name)?.every(isOwn)) continue;
    const inner = [...readNames(declaration)].flatMap((each) => declared.get(each) ?? []);
    if (!inner.flatMap(selectorsOf).every((owner) => WHOLE_DOCUMENT.test(owner))) continue;
    if (readNames(declaration).has(name) || /var\([^)]*,/.test(declaration.value)) continue;
    constants.set(name, declaration.value.trim());
  }
  // One layer at a time: what is read in a value is inlined there first.
  for (const [name, value] of constants)
    if ([...constants.keys()].some((each) => value.includes(`var(${each})`))) constants.delete(name);
  css.walkDecls((each) => {
    if (constants.has(each.prop)) return void each.remove();
    each.value = each.value.replace(/var\((--[\w-]+)\)/g, (read, name) => constants.get(name) ?? read);
  });
  return constants.size > 0;
}

/** @param {import("postcss").Declaration} declaration */
function readNames({ value }) {
  return new Set([...value.matchAll(/var\((--[\w-]+)/g)].map(([, name = ""]) => name));
}

/** @param {import("postcss").Declaration} declaration */
function selectorsOf({ parent }) {
  return parent?.type === "rule" ? /** @type {import("postcss").Rule} */ (parent).selectors : [];
}

/**
 * @param {import("postcss").Root} css
 * @param {(name: string) => boolean} isReadByScripts
 */
function shortenNames(css, isReadByScripts) {
  /** @type {Map<string, string>} */
  const short = new Map();
  const shorten = (/** @type {string} */ text) =>
    text.replace(/(?<![\w-])--[a-z][\w-]*/g, (name) => {
      if (isReadByScripts(name)) return name;
      if (!short.has(name)) short.set(name, `--${short.size.toString(36)}`);
      return short.get(name) ?? name;
    });
  css.walkDecls((declaration) => {
    declaration.prop = shorten(declaration.prop);
    declaration.value = shorten(declaration.value);
  });
}
