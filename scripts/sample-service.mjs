// `npm run sample-service`: plays the sample market over HTTP, as the version-3 service that it stands for, for anyone who builds on
// such a service. Options, after `--`: `--port 5100`; `--plan free`, which refuses more than a year of history; `--fault late`, or
// another one of tests/support/sample-service.ts.
import { parseArgs } from "node:util";
import { buildForNode } from "./build-for-node.mjs";

const FOLDER = ".cache/sample-service";

const { values: options } = parseArgs({
  options: {
    port: { type: "string", default: "5100" },
    plan: { type: "string", default: "paid" },
    fault: { type: "string" },
  },
});

await buildForNode("tests/support/sample-service.ts", FOLDER);

const { startSampleService, SERVICE_FAULTS } = await import(`../${FOLDER}/sample-service.js`);
const faults = Object.keys(SERVICE_FAULTS);
if (options.fault !== undefined && !faults.includes(options.fault)) {
  console.error(`--fault must be one of ${faults.join(", ")}.`);
  process.exit(1);
}
const { url } = await startSampleService({ ...options, port: Number(options.port) });
console.log(`The sample market answers at ${url}: set MARKET_DATA_URL to that address. Ctrl+C stops it.`);
