// Loaded before remix-serve (`node --require`), so that the build gets no hold on its server: remix-serve alone is left, with
// the same pages and files.
const channels = require("node:diagnostics_channel");
const { syncBuiltinESMExports } = require("node:module");

channels.subscribe = () => {};
syncBuiltinESMExports();
