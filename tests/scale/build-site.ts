import { buildIfNeeded } from "../../scripts/build-if-needed.mjs";

/** Builds for production: the tests run the production build. */
export default function buildSite(): void {
  buildIfNeeded();
}
