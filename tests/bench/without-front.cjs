// Loaded before remix-serve (`node --require`), so that the build cannot take over its server: this measures remix-serve
// alone, with the same pages and files.
const channels = require("node:diagnostics_channel");
const { syncBuiltinESMExports } = require("node:module");

channels.subscribe = () => {};
syncBuiltinESMExports();
