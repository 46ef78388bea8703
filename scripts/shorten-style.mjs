/**
 * Makes the style sheet smaller, which every page carries: Bulma's variables that are constant are written where they are
 * read, and all that no script reads get short names.
 * @param {(name: string) => boolean} isReadByScripts
 * @returns {import("postcss").Plugin}
 */
export function shortenStyle(isReadByScripts) {
  return {
    postcssPlugin: "shorten-style",
    OnceExit(css) {
      dropUnused(css);
      while (inlineConstants(css));
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
  css.walkDecls(OLD_PREFIXES, (declaration) => void declaration.remove());
  css.walkRules(UNUSED_SELECTORS, (rule) => {
    rule.selectors = rule.selectors.filter((selector) => !UNUSED_SELECTORS.test(selector));
    if (rule.selector === "") rule.remove();
  });
}

/**
 * Inlines variables that are declared once, for the whole document, and read no others.
 * @param {import("postcss").Root} css
 * @returns {boolean} whether there were any
 */
function inlineConstants(css) {
  /** @type {Map<string, import("postcss").Declaration[]>} */
  const declared = new Map();
  css.walkDecls(/^--bulma-/, (declaration) => {
    declared.set(declaration.prop, [...(declared.get(declaration.prop) ?? []), declaration]);
  });
  /** @type {Map<string, string>} */
  const constants = new Map();
  for (const [name, [declaration, ...others]] of declared) {
    if (declaration === undefined || others.length > 0 || declaration.value.includes("var(")) continue;
    const { parent } = declaration;
    if (parent?.type !== "rule" || parent.parent !== css) continue;
    if (/** @type {import("postcss").Rule} */ (parent).selector !== ":root") continue;
    constants.set(name, declaration.value.trim());
    declaration.remove();
  }
  css.walkDecls((declaration) => {
    declaration.value = declaration.value.replace(
      /var\((--bulma-[\w-]+)\)/g,
      (read, name) => constants.get(name) ?? read,
    );
  });
  return constants.size > 0;
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
