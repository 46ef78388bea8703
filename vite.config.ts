import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig } from "vite";

declare module "@remix-run/node" {
  interface Future {
    v3_singleFetch: true;
  }
}

export default defineConfig({
  plugins: [
    remix({
      future: {
        v3_fetcherPersist: true,
        v3_relativeSplatPath: true,
        v3_throwAbortReason: true,
        // Eight routes fit in one manifest; discovering them lazily would add a request for nothing.
        v3_lazyRouteDiscovery: false,
        v3_singleFetch: true,
        v3_routeConfig: false,
        unstable_optimizeDeps: false,
      },
    }),
  ],
  resolve: { alias: { "~": new URL("./app", import.meta.url).pathname } },
  // Bulma 1.0.4 is written in a Sass that warns of its own future.
  css: { preprocessorOptions: { scss: { quietDeps: true } } },
  build: {
    // esbuild 0.28 no longer lowers destructuring to Vite 6's default browser target.
    target: "es2022",
    // remix-serve gives what lies in build/client a one-year immutable life, which only hashed files deserve;
    // served straight from public/ they get one hour.
    copyPublicDir: false,
    assetsInlineLimit: 0,
  },
});
