import purgeCSSPlugin from "@fullhuman/postcss-purgecss";
import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig, type Plugin as VitePlugin } from "vite";
import { leanFramework } from "./scripts/lean-framework.mjs";
import { reactModules } from "./scripts/react-modules.mjs";
import { shortenStyle } from "./scripts/shorten-style.mjs";

declare module "@remix-run/node" {
  interface Future {
    v3_singleFetch: true;
  }
}

/** esbuild 0.28 no longer lowers destructuring to Vite 6's default browser target. */
const TARGET = "es2022";

/** Words of our code that are also classes of Bulma's which no component has. */
const UNUSED_CLASSES = ["buttons", "code", "delete", "icon", "is-spaced", "tag"];

/**
 * Removes the rules, keyframes and `--bulma-…` variables of Bulma that no component names. Our own rules begin at a comment
 * in app.scss that exempts them, and our variables are kept, because scripts read some. Runs before the file is named by
 * its content, so that a changed sheet has a changed name.
 */
const purgeBulma = purgeCSSPlugin({
  content: ["app/**/*.{ts,tsx}"],
  blocklist: UNUSED_CLASSES,
  dynamicAttributes: ["data-theme"],
  keyframes: true,
  variables: true,
  safelist: { variables: [/^--(?!bulma-)/] },
});

/** Variables that scripts read: Highcharts its own, our chart its colours. */
const READ_BY_SCRIPTS = /^--(?:highcharts-|chart-|control-edge$)/;

/**
 * Leaves out the helper with which Vite fetches the styles of code that is loaded later, and what that code imports: its style is
 * in the page, and what it imports nearly always there. Every page would carry half a kilobyte for it.
 */
const withoutPreloadHelper: VitePlugin = {
  name: "without-preload-helper",
  enforce: "pre",
  load: (id) =>
    id.endsWith("vite/preload-helper.js") ? "export const __vitePreload = (load) => load();" : null,
};

/**
 * Names four files: the framework, which changes seldom, what our pages share, what the two pages with a chart share, and what the
 * list and a watchlist share; in pieces of a few hundred bytes they would weigh more, and each piece cost a request. A page's
 * own code, the interactive chart and the time axis stay apart.
 */
function sharedChunk(id: string): string | undefined {
  if (
    /\/node_modules\/(@remix-run|react|react-dom|react-router|react-router-dom|scheduler|turbo-stream)\//.test(
      id,
    )
  )
    return "framework";
  if (/\/app\/(components\/price-chart\/(?!interactive)|domain\/chart\/price-history)/.test(id))
    return "chart";
  if (/\/app\/(components\/coins\/|routes\/coins\.tsx)/.test(id)) return "coins";
  return /\/app\/(components\/([\w-]+\.tsx?$|site\/)|domain\/(?!chart|compare|wire|files|watchlist\/watchlist))/.test(
    id,
  )
    ? "site"
    : undefined;
}

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [
    withoutPreloadHelper,
    reactModules(),
    leanFramework(),
    remix({
      future: {
        v3_fetcherPersist: true,
        v3_relativeSplatPath: true,
        v3_throwAbortReason: true,
        // The few routes fit in one manifest; discovering them lazily would add a request for nothing.
        v3_lazyRouteDiscovery: false,
        v3_singleFetch: true,
        v3_routeConfig: false,
        unstable_optimizeDeps: false,
      },
    }),
  ],
  resolve: { alias: { "~": new URL("./app", import.meta.url).pathname } },
  optimizeDeps: {
    esbuildOptions: { target: TARGET },
    // All that the browser needs in `npm run dev`. Left to find it on the way, Vite would prepare a second React.
    noDiscovery: true,
    include: [
      "@remix-run/react",
      "react",
      "react/jsx-dev-runtime",
      "react-dom/client",
      "highcharts/esm/highcharts.js",
      "highcharts/esm/modules/accessibility.js",
      "highcharts-react-official",
    ],
  },
  // Bulma 1.0.4 is written in a Sass that warns of its own future.
  css: {
    preprocessorOptions: { scss: { quietDeps: true } },
    postcss: {
      plugins: command === "build" ? [purgeBulma, shortenStyle((name) => READ_BY_SCRIPTS.test(name))] : [],
    },
  },
  build: {
    target: TARGET,
    // remix-serve gives what lies in build/client a one-year immutable life, which only hashed files deserve;
    // served straight from public/ they get one hour.
    copyPublicDir: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false, resolveDependencies: () => [] },
    // Three kilobytes less for the visitor than with esbuild, after brotli. What the server runs stays legible.
    minify: isSsrBuild ? false : "terser",
    terserOptions: { ecma: 2020, compress: { passes: 3, keep_fargs: false } },
    // The style goes into the pages, which the server's bundle makes.
    cssMinify: "esbuild",
    rollupOptions: { output: { manualChunks: isSsrBuild ? undefined : sharedChunk } },
  },
}));
