import { readFileSync } from "node:fs";
import { PARTS, VERSIONS } from "./framework-parts.mjs";

/** @typedef {import("./framework-parts.mjs").Part} Part */
/** @typedef {[start: number, end: number, text: string]} Change */

/**
 * Vite plugin that leaves out of the browser's production build what `framework-parts.mjs` lists. It fails the build when a
 * library has another version than the list was written for, or no longer has what the list changes.
 * @returns {import("vite").Plugin}
 */
export function leanFramework() {
  /** Changes that have found their place. @type {Set<string>} */
  const done = new Set();
  return {
    name: "lean-framework",
    enforce: "pre",
    apply: ({ build }, { command }) => command === "build" && !build?.ssr,
    buildStart: checkVersions,
    transform(code, id) {
      const [, path = ""] = /\/node_modules\/([^?]+)/.exec(id) ?? [];
      let changed = code;
      PARTS.forEach((part, index) => {
        if (!part.files.test(path)) return;
        const report = (/** @type {string} */ name) => done.add(`${index} ${name}`);
        changed = withTexts(changed, part, report);
        changed = withChanges(changed, changesOf(part, this.parse(changed), report));
      });
      return changed === code ? null : { code: changed, map: null };
    },
    buildEnd(error) {
      const missed = PARTS.flatMap((part, index) =>
        namesOf(part).filter((name) => !done.has(`${index} ${name}`)),
      );
      if (error !== undefined || missed.length === 0) return;
      throw new Error(`scripts/framework-parts.mjs changes what is no longer there: ${missed.join(", ")}`);
    },
  };
}

function checkVersions() {
  for (const [name, version] of Object.entries(VERSIONS)) {
    const { version: found } = JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8"));
    if (found === version) continue;
    throw new Error(
      `${name} is ${found}; scripts/framework-parts.mjs was written for ${version}: compare them`,
    );
  }
}

/**
 * @param {Part} part
 * @returns {string[]}
 */
function namesOf({ texts = {}, bodies = {}, constants = {} }) {
  return [texts, bodies, constants].flatMap(Object.keys);
}

/**
 * @param {string} code
 * @param {Part} part
 * @param {(name: string) => void} report
 */
function withTexts(code, { texts = {} }, report) {
  let changed = code;
  for (const [search, replacement] of Object.entries(texts)) {
    if (changed.includes(search)) report(search);
    changed = changed.replaceAll(search, replacement);
  }
  return changed;
}

/** Kinds of nodes in which a name is read. */
const READERS = new Set([
  "BinaryExpression",
  "CallExpression",
  "ConditionalExpression",
  "IfStatement",
  "LogicalExpression",
  "UnaryExpression",
]);

/**
 * @param {Part} part
 * @param {object} tree
 * @param {(name: string) => void} report
 * @returns {Change[]}
 */
function changesOf({ bodies = {}, constants = {} }, tree, report) {
  /** @type {Change[]} */
  const changes = [];
  walk(tree, null, (node, parent) => {
    const name = nameOf(node);
    if (node.type === "FunctionDeclaration") {
      const body = bodies[name];
      if (body === undefined) return true;
      report(name);
      changes.push([node.body.start, node.body.end, `{ ${body} }`]);
      return false;
    }
    const value = READERS.has(parent?.type) ? constants[name] : undefined;
    if (value !== undefined) {
      report(name);
      changes.push([node.start, node.end, value]);
      return false;
    }
    // The message of `invariant(condition, message)` is for developers.
    if (node.type === "CallExpression" && node.callee.name === "invariant" && node.arguments.length === 2)
      changes.push([node.arguments[0].end, node.end, ")"]);
    return true;
  });
  return changes;
}

/**
 * @param {any} node
 * @returns {string} the name of a function or variable, or the last two of a path: `future.v3_singleFetch`
 */
function nameOf({ type, id, name, object, property, computed }) {
  if (type === "FunctionDeclaration") return id.name;
  if (type === "Identifier") return name;
  if (type !== "MemberExpression" || computed) return "";
  return `${object.property?.name ?? object.name}.${property.name}`;
}

/**
 * @param {string} code
 * @param {Change[]} changes
 */
function withChanges(code, changes) {
  return changes
    .sort(([a], [b]) => b - a)
    .reduce((text, [start, end, part]) => text.slice(0, start) + part + text.slice(end), code);
}

/**
 * @param {any} node
 * @param {any} parent
 * @param {(node: any, parent: any) => boolean} visit returns whether to go on below the node
 */
function walk(node, parent, visit) {
  if (typeof node !== "object" || node === null) return;
  if (Array.isArray(node)) for (const each of node) walk(each, parent, visit);
  else if (typeof node.type === "string" && visit(node, parent))
    for (const child of Object.values(node)) walk(child, node, visit);
}
