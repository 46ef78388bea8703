/**
 * React's production builds. They are CommonJS, of which a bundler keeps everything; as modules they lose what nobody imports:
 * what React 17 had, portals, helpers of tests.
 */
const BUILDS = new Map([
  ["react", "react/cjs/react.production.min.js"],
  ["react/jsx-runtime", "react/cjs/react-jsx-runtime.production.min.js"],
  ["react-dom", "react-dom/cjs/react-dom.production.min.js"],
  ["react-dom/client", "react-dom/cjs/react-dom.production.min.js"],
  ["scheduler", "scheduler/cjs/scheduler.production.min.js"],
]);

/** The only CommonJS package that requires React, and what it takes: by itself it would keep all of React. */
const HIGHCHARTS_REACT = "/node_modules/highcharts-react-official/";
const REACT_FOR_HIGHCHARTS = "\0react-for-highcharts";
const TAKEN_BY_HIGHCHARTS = `
  export { forwardRef, memo, useEffect, useImperativeHandle, useLayoutEffect, useRef } from "react";
  import { createElement } from "react";
  export default { createElement };`;

/**
 * Vite plugin that gives the browser React as modules, in the production build alone.
 * @returns {import("vite").Plugin}
 */
export function reactModules() {
  return {
    name: "react-modules",
    enforce: "pre",
    apply: ({ build }, { command }) => command === "build" && !build?.ssr,
    resolveId(source, importer) {
      if (source === "react" && importer?.includes(HIGHCHARTS_REACT)) return REACT_FOR_HIGHCHARTS;
      const build = BUILDS.get(source);
      return build === undefined ? null : new URL(`../node_modules/${build}`, import.meta.url).pathname;
    },
    load: (id) => (id === REACT_FOR_HIGHCHARTS ? TAKEN_BY_HIGHCHARTS : null),
    transform: (code, id) =>
      [...BUILDS.values()].some((build) => id.endsWith(`/node_modules/${build}`))
        ? { code: asModule(code), map: null }
        : null,
  };
}

/**
 * Rewrites one of React's builds, whose exports are assignments to `exports.…` and whose imports are variables.
 * @param {string} code
 */
function asModule(code) {
  /** @type {string[]} */
  const imports = [];
  /** @type {Set<string>} */
  const names = new Set();
  const body = code
    .replace(/\b(\w+)=require\("([\w-]+)"\)/g, (_, name, source) => {
      imports.push(`import * as ${name} from "${source}";`);
      return `${name}$=0`;
    })
    .replace(/([;{}\n])exports\.(\w+)=(?!=)/g, (_, before, name) => {
      names.add(name);
      return `${before}var $${name}=`;
    })
    .replace(/\bexports\.(\w+)/g, "$$$1");
  return `${imports.join("")}${body}\nexport{${[...names].map((name) => `$${name} as ${name}`)}};`;
}
