import { execFileSync } from "node:child_process";
import purgeCSSPlugin from "@fullhuman/postcss-purgecss";
import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig } from "vite";
import { PLOT_MARGINS } from "./app/domain/chart/plot-geometry";
import { COLOURS } from "./app/domain/colour-mode";
import { MAP_SHAPES } from "./app/domain/market/market-map";
import { version } from "./package.json";
import { loadEnvFile } from "./scripts/load-env-file.mjs";

declare module "@remix-run/node" {
  interface Future {
    v3_singleFetch: true;
  }
}

/** esbuild 0.28 no longer lowers destructuring to Vite 6's default browser target. */
const TARGET = "es2022";

/** Components of most pages, which weigh less in one file, and arrive sooner. */
const IN_COMMON =
  /\/app\/components\/(site\/(?!follow-page)|market\/(figures|market-icon|out-of-date|own-site)|chart\/waiting|coin\/notice-mark|watchlist\/(list-change|watch))/;

/** Names the commit, with `-dirty` if files have changed since: as REVISION says where there is no repository, or unknown. */
function revision(): string {
  if (process.env["REVISION"]) return process.env["REVISION"];
  try {
    const describe = ["describe", "--always", "--dirty", "--abbrev=40", "--exclude=*"];
    return execFileSync("git", describe, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  } catch {
    return "unknown";
  }
}

/** Drops what no component uses of Bulma. Our own rules are kept (app.scss), and our variables. */
const purgeBulma = purgeCSSPlugin({
  content: ["app/**/*.{ts,tsx}"],
  // Words in our source, but no element, class or attribute that Bulma has rules for on our pages.
  blocklist: [
    "checkbox",
    "code",
    "content",
    "control",
    "delete",
    "disabled",
    "hr",
    "is-large",
    "is-medium",
    "is-narrow",
    "is-rounded",
    "is-small",
    "is-spaced",
    "mt-6",
    "multiple",
    "pre",
    "radios",
    "subtitle",
    "tag",
    "tags",
  ],
  variables: true,
  safelist: { variables: [/^--(?!bulma-)/] },
});

/** Writes an object as a Sass map: `(light: (card: #ffffff, …), dark: (…))`. */
function sassMap(values: object): string {
  const entries = Object.entries(values).map(
    ([key, value]) => `${key}: ${typeof value === "object" ? sassMap(value) : value}`,
  );
  return `(${entries.join(", ")})`;
}

// Vite itself reads UTF-8 alone.
if (process.argv.includes("vite:dev")) loadEnvFile();

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [
    remix({
      future: {
        v3_fetcherPersist: true,
        v3_relativeSplatPath: true,
        v3_throwAbortReason: true,
        // The few routes fit in one manifest. Discovering them lazily would only add a request.
        v3_lazyRouteDiscovery: false,
        v3_singleFetch: true,
        v3_routeConfig: false,
        unstable_optimizeDeps: false,
      },
    }),
  ],
  define: {
    "import.meta.env.BUILD_VERSION": JSON.stringify(version),
    "import.meta.env.BUILD_REVISION": JSON.stringify(revision()),
  },
  resolve: { alias: { "~": new URL("./app", import.meta.url).pathname } },
  optimizeDeps: {
    esbuildOptions: { target: TARGET },
    // Everything that the browser needs in `npm run dev`. Vite would bundle React twice if it discovered these one by one.
    noDiscovery: true,
    include: [
      "@remix-run/react",
      "react",
      "react/jsx-dev-runtime",
      "react-dom",
      "react-dom/client",
      "highcharts/esm/highcharts.js",
      "highcharts/esm/modules/accessibility.js",
      "highcharts-react-official",
    ],
  },
  css: {
    preprocessorOptions: {
      scss: {
        additionalData: [
          `$colours: ${sassMap(COLOURS)};`,
          `$plot-margins: ${sassMap(PLOT_MARGINS)};`,
          `$map-steps: (${[...MAP_SHAPES.narrow.steps, ...MAP_SHAPES.wide.steps]});\n`,
        ].join("\n"),
        // Bulma 1.0.4 uses Sass features that are deprecated.
        quietDeps: true,
        // The sheet is part of pages, which name their own character set.
        charset: false,
      },
    },
    postcss: { plugins: command === "build" ? [purgeBulma] : [] },
  },
  build: {
    target: TARGET,
    // remix-serve sends files of build/client as immutable for a year, which is right for hashed names only.
    // Files that it serves straight from public/ get one hour.
    copyPublicDir: false,
    assetsInlineLimit: 0,
    // The style sheet is part of the server's bundle, which Vite does not minify by default.
    cssMinify: "esbuild",
    rollupOptions: {
      output: {
        // Libraries change less often than pages, so browsers can keep them for longer. Those of charts are loaded with charts.
        manualChunks: isSsrBuild
          ? undefined
          : (id) => {
              if (id.endsWith("/highcharts/esm/highcharts.js")) return "highcharts";
              if (IN_COMMON.test(id)) return "site";
              return /node_modules\/(?!highcharts|d3-)/.test(id) ? "framework" : null;
            },
      },
    },
  },
}));
