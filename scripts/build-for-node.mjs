import { build } from "vite";

/**
 * Bundles a module of ours, with all that it imports of ours, into `<folder>/<its name>.js`, which Node can run.
 * @param {string} entry
 * @param {string} folder
 */
export async function buildForNode(entry, folder) {
  await build({
    configFile: false,
    logLevel: "error",
    resolve: { alias: { "~": new URL("../app", import.meta.url).pathname } },
    build: { ssr: entry, outDir: folder, emptyOutDir: true, copyPublicDir: false, target: "es2022" },
  });
}
