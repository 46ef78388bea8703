import { buildIfNeeded } from "../../scripts/build-if-needed.mjs";

/** What is tested is the production build. */
export default function buildSite(): void {
  buildIfNeeded();
}
