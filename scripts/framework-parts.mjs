// What the browser's scripts leave out of Remix and React Router, for `lean-framework.mjs`, and one fault that they mend. The server
// has the libraries as they are.

/**
 * @typedef {object} Part
 * @property {RegExp} files paths below node_modules
 * @property {Readonly<Record<string, string>>} [bodies] functions by name, and what they do instead
 * @property {Readonly<Record<string, string>>} [constants] variables and properties that have one value only
 * @property {Readonly<Record<string, string>>} [texts] texts, and what takes their place
 */

/** The versions that were read. Another one stops the build until this list has been compared with it. */
export const VERSIONS = {
  "@remix-run/react": "2.17.5",
  "@remix-run/router": "1.23.4",
  "react-router": "6.30.6",
  "react-router-dom": "6.30.6",
};

const ROUTER = /^@remix-run\/router\/dist\/router\.js$/;
const REACT_ROUTER = /^react-router\/dist\/index\.js$/;
const REACT_ROUTER_DOM = /^react-router-dom\/dist\/index\.js$/;

/** @param {string} names */
function remix(names) {
  return new RegExp(`^@remix-run/react/dist/esm/(?:${names})\\.js$`);
}

/** Flags of vite.config.ts, and those that Remix sets for its router. @type {Part[]} */
const FLAGS = [
  {
    files: remix("browser|components|fog-of-war|links|routes|scroll-restoration"),
    constants: {
      "future.v3_lazyRouteDiscovery": "false",
      "future.v3_singleFetch": "true",
      "__remixContext.isSpaMode": "false",
      isSpaMode: "false",
    },
  },
  // All data come by single fetch, so the way before it goes.
  { files: remix("routes"), texts: { 'if (typeof singleFetch === "function") {': "if (true) {" } },
  {
    files: ROUTER,
    constants: {
      "future.v7_fetcherPersist": "true",
      "future.v7_normalizeFormMethod": "true",
      "future.v7_partialHydration": "true",
      "future.v7_prependBasename": "true",
      "future.v7_relativeSplatPath": "true",
      "future.v7_skipActionErrorRevalidation": "true",
    },
  },
  {
    files: REACT_ROUTER,
    constants: {
      "future.v7_relativeSplatPath": "true",
      "future.v7_partialHydration": "true",
      "_future.v7_partialHydration": "true",
    },
    bodies: { logV6DeprecationWarnings: "" },
  },
  {
    files: REACT_ROUTER_DOM,
    constants: { "future.v7_partialHydration": "true", v7_startTransition: "true" },
    // Written so that bundlers do not notice when React has no such function.
    texts: {
      "React[START_TRANSITION]": "React.startTransition",
      "ReactDOM[FLUSH_SYNC]": "ReactDOM.flushSync",
      "React[USE_ID]": "React.useId",
    },
  },
];

/** All routes are known from the start, so none is discovered on the way. @type {Part[]} */
const NO_DISCOVERY = [
  {
    files: remix("fog-of-war"),
    bodies: { getPatchRoutesOnNavigationFunction: "", useFogOFWarDiscovery: "", getPartialManifest: "" },
  },
  {
    files: ROUTER,
    constants: { "fogOfWar.active": "false", isFogOfWar: "false" },
    bodies: { checkFogOfWar: "return {};" },
  },
];

/** Pages are whole: no loader promises what comes later. @type {Part[]} */
const NO_DEFER = [
  {
    files: ROUTER,
    bodies: {
      isDeferredData: "return false;",
      isDeferredResult: "return false;",
      cancelActiveDeferreds: "return [];",
      resolveNavigationDeferredResults: "",
      resolveFetcherDeferredResults: "",
    },
  },
  { files: remix("components"), bodies: { DeferredHydrationScript: "return null;" } },
];

/** What only the server and the dev server need. @type {Part[]} */
const NO_SERVER = [
  { files: ROUTER, constants: { isServer: "false" } },
  {
    files: remix("components"),
    constants: { isStatic: "false", staticContext: "null", criticalCss: "null" },
  },
  {
    files: remix("browser"),
    texts: {
      "router.createRoutesForHMR = createClientRoutesWithHMRRevalidationOptOut;": "",
      "if (hmrRouterReadyResolve)": "if (false)",
    },
  },
  {
    files: remix("routes"),
    constants: { needsRevalidation: "undefined" },
    bodies: { wrapShouldRevalidateForHdr: "" },
  },
];

/** A fault of Remix: an answer that fails before the page's style is there is called unhandled on the console. @type {Part[]} */
const MENDED = [{ files: remix("routes"), texts: { "return handler();": "return await handler();" } }];

/** @type {readonly Part[]} */
export const PARTS = [...FLAGS, ...NO_DISCOVERY, ...NO_DEFER, ...NO_SERVER, ...MENDED];
