import { buildIfNeeded } from "../../scripts/build-if-needed.mjs";

/** Builds for production, which is what is tested. */
export default function buildSite(): void {
  buildIfNeeded();
}
