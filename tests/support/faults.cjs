// Loaded into a site by NODE_OPTIONS: SIGUSR2 makes the next page throw while its content is rendered, and SIGWINCH a promise fail with
// nobody listening.
const runtime = require("react/jsx-runtime");

const { jsx, jsxs } = runtime;
let isNextBroken = false;
process.on("SIGUSR2", () => {
  isNextBroken = true;
  console.info("the next page breaks");
});

process.on("SIGWINCH", () => void Promise.reject(new Error("unheard")));

/** @param {typeof jsx} create */
const breaking =
  (create) =>
  /** @type {typeof jsx} */
  (type, props, key) => {
    if (isNextBroken && type === "main") {
      isNextBroken = false;
      throw new Error("broken rendering");
    }
    return create(type, props, key);
  };
Object.assign(runtime, { jsx: breaking(jsx), jsxs: breaking(jsxs) });
